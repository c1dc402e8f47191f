package dev.tally.aws;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.file.FileRef;
import dev.tally.storage.ObjectWriter;

/** Writes objects of ours to S3. Thread-safe. */
public final class S3ObjectWriter implements ObjectWriter {
    /** Times the most parts, 10,000, it is more than any list that we write. */
    private static final int PIECE = 16 << 20;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;

    private final S3Client s3;
    private final int piece;

    public S3ObjectWriter(S3Client s3) {
        this(s3, PIECE);
    }

    S3ObjectWriter(S3Client s3, int piece) {
        this.s3 = s3;
        this.piece = piece;
    }

    @Override
    public void put(FileRef file, byte[] content) {
        s3.putObject(request(file).build(), RequestBody.fromBytes(content));
    }

    @Override
    public Upload begin(FileRef file, Optional<String> replaces) {
        return new InPieces(file, replaces);
    }

    private static PutObjectRequest.Builder request(FileRef file) {
        String type = file.key().endsWith(".jsonl") ? "application/x-ndjson" : "application/json";
        return PutObjectRequest.builder().bucket(file.bucket()).key(file.key()).contentType(type);
    }

    private final class InPieces extends Upload {
        private final FileRef file;
        private final Optional<String> replaces;
        private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private final List<CompletedPart> parts = new ArrayList<>();
        private Optional<String> upload = Optional.empty();
        private boolean over;

        private InPieces(FileRef file, Optional<String> replaces) {
            this.file = file;
            this.replaces = replaces;
        }

        @Override
        public void write(int b) {
            buffer.write(b);
            sendIfFull();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            buffer.write(bytes, offset, length);
            sendIfFull();
        }

        private void sendIfFull() {
            if (buffer.size() >= piece) {
                send();
            }
        }

        private void send() {
            String id = upload.orElseGet(() -> s3.createMultipartUpload(r -> r.bucket(file.bucket())
                    .key(file.key())
                    .contentType(request(file).build().contentType())).uploadId());
            upload = Optional.of(id);
            int number = parts.size() + 1;
            String etag = s3.uploadPart(r -> r.bucket(file.bucket()).key(file.key()).uploadId(id).partNumber(number),
                    RequestBody.fromBytes(buffer.toByteArray())).eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
            buffer.reset();
        }

        @Override
        public void commit() {
            try {
                if (upload.isPresent()) {
                    if (buffer.size() > 0) {
                        send();
                    }
                    complete(upload.get());
                } else {
                    PutObjectRequest.Builder request = request(file);
                    replaces.ifPresentOrElse(etag -> request.ifMatch(Etags.quoted(etag)), () -> request.ifNoneMatch(
                            "*"));
                    s3.putObject(request.build(), RequestBody.fromBytes(buffer.toByteArray()));
                }
                over = true;
            } catch (S3Exception failure) {
                if (failure.statusCode() == PRECONDITION_FAILED || failure.statusCode() == CONFLICT) {
                    throw new OccupiedException(file);
                }
                throw failure;
            }
        }

        private void complete(String id) {
            CompleteMultipartUploadRequest.Builder request = CompleteMultipartUploadRequest.builder()
                    .bucket(file.bucket())
                    .key(file.key())
                    .uploadId(id)
                    .multipartUpload(u -> u.parts(parts));
            replaces.ifPresentOrElse(etag -> request.ifMatch(Etags.quoted(etag)), () -> request.ifNoneMatch("*"));
            s3.completeMultipartUpload(request.build());
        }

        @Override
        public void close() {
            if (!over && upload.isPresent()) {
                s3.abortMultipartUpload(r -> r.bucket(file.bucket()).key(file.key()).uploadId(upload.get()));
            }
            over = true;
        }
    }
}
