package dev.tally.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.StoredChecksum;
import dev.tally.storage.ColdObjectException;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectLister;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.StoredObject;

/** Reads objects of S3 by version, or by etag where there are no versions. Thread-safe. */
public final class S3ObjectReader implements ObjectReader, ObjectLister {
    private static final int NOT_FOUND = 404;
    /** What S3 answers to reading a delete marker by its version. */
    private static final int NOT_ALLOWED = 405;
    private static final int PRECONDITION_FAILED = 412;

    private final S3Client s3;

    public S3ObjectReader(S3Client s3) {
        this.s3 = s3;
    }

    @Override
    public Optional<StoredObject> head(ObjectVersion object) {
        HeadObjectRequest.Builder request = HeadObjectRequest.builder()
                .bucket(object.file().bucket())
                .key(object.file().key())
                .checksumMode(ChecksumMode.ENABLED);
        pin(object, request::versionId, request::ifMatch);
        try {
            return Optional.of(stored(s3.headObject(request.build())));
        } catch (S3Exception failure) {
            if (isGone(failure)) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** Asks for the very version, or, where there are none, for the very content. */
    private static void pin(ObjectVersion object, Consumer<String> version, Consumer<String> match) {
        object.versionId()
                .ifPresentOrElse(version, () -> object.etag().map(Etags::quoted).ifPresent(match));
    }

    @Override
    public byte[] read(ObjectVersion object, long from, int length) {
        if (length == 0) {
            return new byte[0];
        }
        GetObjectRequest.Builder request = GetObjectRequest.builder()
                .bucket(object.file().bucket())
                .key(object.file().key())
                .range("bytes=" + from + '-' + (from + length - 1));
        pin(object, request::versionId, request::ifMatch);
        try {
            ResponseBytes<GetObjectResponse> answer = s3.getObject(request.build(), ResponseTransformer.toBytes());
            byte[] bytes = answer.asByteArrayUnsafe();
            if (bytes.length != length) {
                throw new IllegalStateException(
                        object + " answered with " + bytes.length + " bytes from " + from + " on, not " + length);
            }
            return bytes;
        } catch (S3Exception failure) {
            throw translated(failure, object);
        }
    }

    @Override
    public void list(String bucket, String prefix, Consumer<Listed> objects) {
        // Keys may hold characters that XML cannot; the SDK decodes them again.
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(bucket)
                .prefix(prefix)
                .encodingType(EncodingType.URL)
                .build();
        for (S3Object object : s3.listObjectsV2Paginator(request).contents()) {
            objects.accept(new Listed(new FileRef(bucket, object.key()), object.size(), Etags.bare(object.eTag())));
        }
    }

    /** What a failure to read or copy an object means, or the failure itself. */
    static RuntimeException translated(S3Exception failure, ObjectVersion object) {
        if (isGone(failure)) {
            return new ObjectGoneException(object);
        }
        if (isCold(failure)) {
            return new ColdObjectException(object);
        }
        return failure;
    }

    private static boolean isGone(S3Exception failure) {
        return failure.statusCode() == NOT_FOUND || failure.statusCode() == NOT_ALLOWED
                || failure.statusCode() == PRECONDITION_FAILED;
    }

    private static boolean isCold(S3Exception failure) {
        return failure.awsErrorDetails() != null
                && ("InvalidObjectState".equals(failure.awsErrorDetails().errorCode())
                        || "ObjectNotInActiveTierError".equals(failure.awsErrorDetails().errorCode()));
    }

    private static StoredObject stored(HeadObjectResponse head) {
        List<Checksum> checksums = new ArrayList<>();
        Optional<String> type = Optional.ofNullable(head.checksumTypeAsString());
        add(checksums, ChecksumAlgorithm.SHA256, head.checksumSHA256(), type);
        add(checksums, ChecksumAlgorithm.SHA1, head.checksumSHA1(), type);
        add(checksums, ChecksumAlgorithm.CRC64NVME, head.checksumCRC64NVME(), type);
        add(checksums, ChecksumAlgorithm.CRC32C, head.checksumCRC32C(), type);
        add(checksums, ChecksumAlgorithm.CRC32, head.checksumCRC32(), type);
        Optional<String> version = Optional.ofNullable(head.versionId()).filter(id -> !id.equals("null"));
        return new StoredObject(head.contentLength(), Etags.bare(head.eTag()), version, checksums);
    }

    private static void add(List<Checksum> checksums, ChecksumAlgorithm algorithm, @Nullable String text,
            Optional<String> type) {
        if (text != null && StoredChecksum.parse(algorithm, text, type) instanceof StoredChecksum.Whole whole) {
            checksums.add(whole.checksum());
        }
    }
}
