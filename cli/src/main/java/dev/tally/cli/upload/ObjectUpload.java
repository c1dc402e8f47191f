package dev.tally.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import dev.tally.fixity.Checksum;

/**
 * Sends one file: whole, or in parts that are read one after the other and sent side by side. Nothing is signed before it is
 * sent, so it does not matter how long a part waits for its lane.
 */
final class ObjectUpload {
    private final S3Client s3;
    private final String bucket;
    private final Lanes lanes;
    private final PartSize partSize;
    private final ExecutorService senders;
    private final LongConsumer progress;

    ObjectUpload(S3Client s3, String bucket, Lanes lanes, PartSize partSize, ExecutorService senders,
            LongConsumer progress) {
        this.s3 = s3;
        this.bucket = bucket;
        this.lanes = lanes;
        this.partSize = partSize;
        this.senders = senders;
        this.progress = progress;
    }

    /** @param earlier what need not be sent again */
    Sending.Stored send(LocalFile file, String key, String contentType, EarlierUpload earlier)
            throws IOException, InterruptedException {
        var there = earlier.find(file, key);
        if (there.isPresent() || !partSize.isInParts(file.size())) {
            earlier.drop(key);
        }
        if (there.isPresent()) {
            progress.accept(file.size());
            return there.get();
        }
        return partSize.isInParts(file.size())
                ? sendInParts(file, key, contentType, earlier.parts(key))
                : sendWhole(file, key, contentType);
    }

    private Sending.Sent sendWhole(LocalFile file, String key, String contentType)
            throws IOException, InterruptedException {
        try (var _ = lanes.enter(file.size())) {
            byte[] bytes = new byte[Math.toIntExact(file.size())];
            try (var in = Files.newInputStream(file.path())) {
                readFully(in, bytes, file);
                requireUnchanged(in, file);
            }
            var digests = Digests.ofWhole();
            digests.add(bytes, bytes.length);
            var fingerprint = digests.fingerprint();
            var put = s3.putObject(request -> request.bucket(bucket)
                    .key(key)
                    .contentType(contentType)
                    .contentLength(file.size())
                    .checksumSHA256(fingerprint.sha256().base64()), body(bytes, bytes.length));
            progress.accept(bytes.length);
            return verified(file, key, fingerprint, put.versionId(), List.of(), 0);
        }
    }

    private Sending.Sent sendInParts(LocalFile file, String key, String contentType, Optional<EarlierParts> earlier)
            throws IOException, InterruptedException {
        var parts = new Parts(file, key, earlier.orElseGet(() -> EarlierParts.none(begin(key, contentType))));
        boolean abandoned = true;
        try {
            var sent = parts.send();
            abandoned = false;
            return sent;
        } catch (SdkException mayPass) {
            abandoned = false; // the next upload goes on with the parts that are there
            throw mayPass;
        } finally {
            parts.cancel();
            if (abandoned) {
                abort(key, parts.earlier.upload());
            }
        }
    }

    private String begin(String key, String contentType) {
        return s3.createMultipartUpload(request -> request.bucket(bucket)
                .key(key)
                .contentType(contentType)
                .checksumAlgorithm(ChecksumAlgorithm.CRC64_NVME)
                .checksumType(ChecksumType.FULL_OBJECT)).uploadId();
    }

    /** One file that goes in parts. */
    private final class Parts {
        private final LocalFile file;
        private final String key;
        private final EarlierParts earlier;
        private final Digests digests = Digests.ofParts();
        private final List<Future<CompletedPart>> started = new ArrayList<>();
        /** Bytes of parts that were there. */
        private final AtomicLong kept = new AtomicLong();

        private Parts(LocalFile file, String key, EarlierParts earlier) {
            this.file = file;
            this.key = key;
            this.earlier = earlier;
        }

        private Sending.Sent send() throws IOException, InterruptedException {
            try (var in = Files.newInputStream(file.path())) {
                for (long rest = file.size(); rest > 0; rest -= partSize.of(file.size())) {
                    started.add(start(in, Math.toIntExact(Math.min(partSize.of(file.size()), rest))));
                }
                requireUnchanged(in, file);
            }
            return complete(digests.fingerprint());
        }

        private Future<CompletedPart> start(InputStream in, int length) throws IOException, InterruptedException {
            int number = started.size() + 1;
            var lane = lanes.enter(length);
            boolean handedOver = false;
            try {
                byte[] bytes = new byte[length];
                readFully(in, bytes, file);
                digests.add(bytes, length);
                var part = senders.submit(() -> {
                    try (lane) {
                        return put(number, bytes);
                    }
                });
                handedOver = true;
                return part;
            } finally {
                if (!handedOver) {
                    lane.close();
                }
            }
        }

        private CompletedPart put(int number, byte[] bytes) {
            String crc = Digests.crcOf(bytes).base64();
            var part = earlier.find(number, bytes.length, crc);
            part.ifPresent(there -> kept.addAndGet(bytes.length));
            var completed = part.orElseGet(() -> CompletedPart.builder()
                    .partNumber(number)
                    .eTag(s3.uploadPart(request -> request.bucket(bucket)
                            .key(key)
                            .uploadId(earlier.upload())
                            .partNumber(number)
                            .contentLength((long) bytes.length)
                            .checksumCRC64NVME(crc), body(bytes, bytes.length)).eTag())
                    .checksumCRC64NVME(crc)
                    .build());
            progress.accept(bytes.length);
            return completed;
        }

        /** S3 makes the checksum of the whole object from those of its parts; it is compared with ours afterwards. */
        private Sending.Sent complete(Fingerprint fingerprint) throws InterruptedException {
            var completed = new ArrayList<CompletedPart>();
            for (var part : started) {
                completed.add(result(part));
            }
            var answer = s3.completeMultipartUpload(request -> request.bucket(bucket)
                    .key(key)
                    .uploadId(earlier.upload())
                    .checksumType(ChecksumType.FULL_OBJECT)
                    .mpuObjectSize(fingerprint.size())
                    .multipartUpload(all -> all.parts(completed)));
            if (answer.eTag() == null || answer.eTag().isEmpty()) {
                throw new SendingException("S3 answered the completion of the upload without saying what it stored");
            }
            return verified(file, key, fingerprint, answer.versionId(), completed.stream()
                    .map(part -> Digests.crc(part.checksumCRC64NVME()))
                    .toList(), kept.get());
        }

        private void cancel() {
            started.forEach(part -> part.cancel(true));
        }
    }

    private static CompletedPart result(Future<CompletedPart> part) throws InterruptedException {
        try {
            return part.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    /** That nothing was thrown is no proof that the object is there. */
    private Sending.Sent verified(LocalFile file, String key, Fingerprint fingerprint, @Nullable String versionId,
            List<Checksum> parts, long kept) {
        var head = s3.headObject(
                request -> request.bucket(bucket).key(key).versionId(versionId).checksumMode(ChecksumMode.ENABLED));
        return new Sending.Sent(file, key, fingerprint, Optional.ofNullable(head.versionId()),
                StoredCheck.compare(head, fingerprint, parts), kept);
    }

    private void abort(String key, String upload) {
        try {
            s3.abortMultipartUpload(request -> request.bucket(bucket).key(key).uploadId(upload));
        } catch (RuntimeException unfinished) {
            // What is left of it goes by the bucket's life cycle; why the upload failed is what matters now.
        }
    }

    private static void readFully(InputStream in, byte[] bytes, LocalFile file) throws IOException {
        if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new SendingException(file.path() + " became shorter while it was read");
        }
    }

    private static void requireUnchanged(InputStream in, LocalFile file) throws IOException {
        if (in.read() != -1 || file.hasChanged()) {
            throw new SendingException(file.path() + " was written to while it was read");
        }
    }

    private static RequestBody body(byte[] bytes, int length) {
        return RequestBody.fromContentProvider(ContentStreamProvider.fromByteArrayUnsafe(bytes), length,
                "application/octet-stream");
    }
}
