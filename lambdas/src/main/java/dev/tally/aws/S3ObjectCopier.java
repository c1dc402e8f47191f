package dev.tally.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;

import dev.tally.file.FileRef;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.storage.ObjectCopier;
import dev.tally.storage.ObjectVersion;

/**
 * Copies objects within S3. A copy by parts gets the metadata of its source, but not its tags, which would need further
 * permissions on every bucket that a source may lie in. Thread-safe.
 */
public final class S3ObjectCopier implements ObjectCopier {
    private static final int NOT_FOUND = 404;

    private final S3Client s3;

    public S3ObjectCopier(S3Client s3) {
        this.s3 = s3;
    }

    @Override
    public void copy(ObjectVersion source, FileRef target, Optional<ChecksumAlgorithm> checksum) {
        CopyObjectRequest.Builder request = CopyObjectRequest.builder()
                .sourceBucket(source.file().bucket())
                .sourceKey(source.file().key())
                .destinationBucket(target.bucket())
                .destinationKey(target.key());
        source.versionId().ifPresent(request::sourceVersionId);
        source.etag().map(Etags::quoted).ifPresent(request::copySourceIfMatch);
        checksum.map(ChecksumAlgorithm::name).ifPresent(request::checksumAlgorithm);
        try {
            s3.copyObject(request.build());
        } catch (S3Exception failure) {
            throw S3ObjectReader.translated(failure, source);
        }
    }

    @Override
    public String begin(ObjectVersion source, FileRef target, ChecksumAlgorithm checksum) {
        try {
            HeadObjectResponse head = s3.headObject(r -> {
                r.bucket(source.file().bucket()).key(source.file().key());
                source.versionId().ifPresent(r::versionId);
            });
            CreateMultipartUploadRequest request = CreateMultipartUploadRequest.builder()
                    .bucket(target.bucket())
                    .key(target.key())
                    .metadata(head.metadata())
                    .contentType(head.contentType())
                    .contentEncoding(head.contentEncoding())
                    .contentDisposition(head.contentDisposition())
                    .contentLanguage(head.contentLanguage())
                    .cacheControl(head.cacheControl())
                    .checksumAlgorithm(checksum.name())
                    .checksumType(ChecksumType.FULL_OBJECT)
                    .build();
            return s3.createMultipartUpload(request).uploadId();
        } catch (S3Exception failure) {
            throw S3ObjectReader.translated(failure, source);
        }
    }

    @Override
    public Optional<Map<Integer, String>> parts(FileRef target, String upload) {
        Map<Integer, String> parts = new TreeMap<>();
        ListPartsRequest request = ListPartsRequest.builder()
                .bucket(target.bucket())
                .key(target.key())
                .uploadId(upload)
                .build();
        try {
            for (Part part : s3.listPartsPaginator(request).parts()) {
                parts.put(part.partNumber(), part.eTag());
            }
            return Optional.of(parts);
        } catch (S3Exception failure) {
            if (failure.statusCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public String copyPart(ObjectVersion source, FileRef target, String upload, int number, long from, long to) {
        UploadPartCopyRequest.Builder request = UploadPartCopyRequest.builder()
                .sourceBucket(source.file().bucket())
                .sourceKey(source.file().key())
                .copySourceRange("bytes=" + from + '-' + (to - 1))
                .destinationBucket(target.bucket())
                .destinationKey(target.key())
                .uploadId(upload)
                .partNumber(number);
        source.versionId().ifPresent(request::sourceVersionId);
        source.etag().map(Etags::quoted).ifPresent(request::copySourceIfMatch);
        try {
            return s3.uploadPartCopy(request.build()).copyPartResult().eTag();
        } catch (S3Exception failure) {
            throw S3ObjectReader.translated(failure, source);
        }
    }

    @Override
    public void complete(FileRef target, String upload, Map<Integer, String> parts) {
        List<CompletedPart> completed = new TreeMap<>(parts).entrySet()
                .stream()
                .map(part -> CompletedPart.builder().partNumber(part.getKey()).eTag(part.getValue()).build())
                .toList();
        s3.completeMultipartUpload(r -> r.bucket(target.bucket())
                .key(target.key())
                .uploadId(upload)
                .checksumType(ChecksumType.FULL_OBJECT)
                .multipartUpload(u -> u.parts(completed)));
    }
}
