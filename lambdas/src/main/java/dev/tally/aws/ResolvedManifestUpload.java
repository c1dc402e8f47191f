package dev.tally.aws;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

import dev.tally.completeness.RunFiles;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.fixity.Sha256;
import dev.tally.manifest.Member;

/**
 * Writes a resolved manifest. Two that decide at the same time never write to the same key, unless they write the same:
 * the key of one that fits in a part has the hash of its content; a larger one is uploaded in parts as it grows, to a key
 * with a random end. Holds one part in memory. Not thread-safe.
 */
final class ResolvedManifestUpload implements RunFiles.ResolvedManifestWriter {
    private static final int PART = 8 * 1024 * 1024;
    private static final int HASH_DIGITS = 16;

    private final S3Client client;
    private final WorkFiles work;
    private final Delivery delivery;
    private final int partSize;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(64 * 1024);
    private final List<Long> offsets = new ArrayList<>(List.of(0L));
    private final List<CompletedPart> parts = new ArrayList<>();
    private @Nullable String upload;
    private FileRef target;
    private long members;
    private long sent;

    ResolvedManifestUpload(S3Client client, WorkFiles work, Delivery delivery) {
        this(client, work, delivery, PART);
    }

    ResolvedManifestUpload(S3Client client, WorkFiles work, Delivery delivery, int partSize) {
        this.client = client;
        this.work = work;
        this.delivery = delivery;
        this.partSize = partSize;
        this.target = work.resolved(delivery.key(), delivery.attempt(), UUID.randomUUID().toString());
    }

    @Override
    public void add(Member member, FileEvent.Created file) {
        try {
            ResolvedLine.write(buffer, member, file);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        members++;
        if (buffer.size() >= partSize) {
            sendPart();
        }
    }

    @Override
    public void endPart() {
        offsets.add(sent + buffer.size());
    }

    @Override
    public ResolvedManifest commit() {
        if (upload == null) {
            byte[] content = buffer.toByteArray();
            target = work.resolved(delivery.key(), delivery.attempt(), hash(content));
            client.putObject(put -> put.bucket(target.bucket()).key(target.key()).contentType("application/x-ndjson"),
                    RequestBody.fromBytes(content));
        } else {
            if (buffer.size() > 0) {
                sendPart();
            }
            client.completeMultipartUpload(complete -> complete.bucket(target.bucket())
                    .key(target.key())
                    .uploadId(upload)
                    .multipartUpload(all -> all.parts(parts)));
            upload = null;
        }
        return new ResolvedManifest(target, members, offsets);
    }

    private void sendPart() {
        if (upload == null) {
            upload = client.createMultipartUpload(create -> create.bucket(target.bucket())
                    .key(target.key())
                    .contentType("application/x-ndjson")).uploadId();
        }
        int number = parts.size() + 1;
        byte[] content = buffer.toByteArray();
        UploadPartResponse answer = client.uploadPart(part -> part.bucket(target.bucket())
                .key(target.key())
                .uploadId(upload)
                .partNumber(number), RequestBody.fromBytes(content));
        parts.add(CompletedPart.builder()
                .partNumber(number)
                .eTag(answer.eTag())
                .checksumCRC32(answer.checksumCRC32())
                .build());
        sent += content.length;
        buffer.reset();
    }

    /** Leaves nothing behind of an upload that was not committed. */
    @Override
    public void close() {
        if (upload != null) {
            client.abortMultipartUpload(abort -> abort.bucket(target.bucket()).key(target.key()).uploadId(upload));
            upload = null;
        }
    }

    private static String hash(byte[] content) {
        return Sha256.hex(content).substring(0, HASH_DIGITS);
    }
}
