package dev.tally.aws;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.completeness.RunFiles;
import dev.tally.delivery.Delivery;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.storage.InParallel;

/** Pins the versions of files in S3, and writes resolved manifests to the work bucket. Thread-safe. */
public final class S3RunFiles implements RunFiles {
    private static final int HEADS_AT_ONCE = 16;
    /** What a bucket that has had no versions calls its only one. */
    private static final String NO_VERSION = "null";

    private final S3Client client;
    private final WorkFiles work;

    public S3RunFiles(AwsClients clients, String workBucket) {
        this.client = clients.s3();
        this.work = new WorkFiles(workBucket);
    }

    @Override
    public Map<FileRef, FileEvent.Created> pin(Collection<FileEvent.Created> files) {
        Map<FileRef, FileEvent.Created> pinned = new HashMap<>();
        for (Optional<FileEvent.Created> file : InParallel.map(List.copyOf(files), HEADS_AT_ONCE, this::pin)) {
            file.ifPresent(found -> pinned.put(found.file(), found));
        }
        return pinned;
    }

    private Optional<FileEvent.Created> pin(FileEvent.Created file) {
        try {
            HeadObjectResponse head = client.headObject(request -> request.bucket(file.file().bucket())
                    .key(file.file().key())
                    .ifMatch(quoted(file.etag())));
            return Optional.of(new FileEvent.Created(file.file(), file.sequencer(), file.at(), file.size(), file.etag(),
                    version(head)));
        } catch (S3Exception refused) {
            if (isGone(refused)) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    @Override
    public ResolvedManifestWriter write(Delivery delivery) {
        return new ResolvedManifestUpload(client, work, delivery);
    }

    /** Writes a file only if it replaces one that cannot be, which is refused: there and back without effect. */
    public void prime() {
        try {
            client.putObject(put -> put.bucket(work.bucket()).key("resolved/priming").ifMatch(quoted("priming")),
                    RequestBody.fromBytes(new byte[0]));
        } catch (S3Exception refused) {
            // as expected
        }
    }

    /** Absent in a bucket that has no versions. */
    static Optional<String> version(HeadObjectResponse head) {
        return Optional.ofNullable(head.versionId()).filter(id -> !id.equals(NO_VERSION));
    }

    /** Whether a request by version or etag failed because that version is not there any more. */
    static boolean isGone(S3Exception refused) {
        return refused.statusCode() == 404 || refused.statusCode() == 412;
    }

    /** As a header has it. */
    static String quoted(String etag) {
        return '"' + etag + '"';
    }
}
