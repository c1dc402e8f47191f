package dev.tally.cli.upload;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The parts that a multipart upload has already. A part counts by its number, size and checksum, so it does not matter whether
 * the file has changed since.
 *
 * @param upload the multipart upload's id
 */
record EarlierParts(String upload, Map<Integer, Part> parts) {
    EarlierParts {
        parts = Map.copyOf(parts);
    }

    static EarlierParts none(String upload) {
        return new EarlierParts(upload, Map.of());
    }

    /** Nothing if none can be used: there are none, or they have other checksums. */
    static Optional<EarlierParts> read(S3Client s3, String bucket, MultipartUpload upload) {
        var parts = new HashMap<Integer, Part>();
        try {
            s3.listPartsPaginator(request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()))
                    .parts()
                    .stream()
                    .filter(part -> part.checksumCRC64NVME() != null)
                    .forEach(part -> parts.put(part.partNumber(), part));
        } catch (S3Exception goneOrNotAllowed) {
            return Optional.empty();
        }
        boolean usable = !parts.isEmpty() && upload.checksumType() != ChecksumType.COMPOSITE;
        return usable ? Optional.of(new EarlierParts(upload.uploadId(), parts)) : Optional.empty();
    }

    /** The part that need not be sent, if it is there with these bytes. */
    Optional<CompletedPart> find(int number, long size, String crc64nvme) {
        return Optional.ofNullable(parts.get(number))
                .filter(part -> part.size() == size && part.checksumCRC64NVME().equals(crc64nvme))
                .map(part -> CompletedPart.builder()
                        .partNumber(number)
                        .eTag(part.eTag())
                        .checksumCRC64NVME(crc64nvme)
                        .build());
    }
}
