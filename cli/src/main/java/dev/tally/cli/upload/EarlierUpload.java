package dev.tally.cli.upload;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What an upload that failed or was interrupted left behind in a folder: files, and parts of files. Without the right to look
 * there all is sent again, which is no error. Thread-safe.
 */
final class EarlierUpload {
    private final S3Client s3;
    private final String bucket;
    private final PartSize partSize;
    private final boolean mayHaveFiles;
    private final Map<String, List<MultipartUpload>> begun;

    private EarlierUpload(S3Client s3, String bucket, PartSize partSize, boolean mayHaveFiles,
            Map<String, List<MultipartUpload>> begun) {
        this.s3 = s3;
        this.bucket = bucket;
        this.partSize = partSize;
        this.mayHaveFiles = mayHaveFiles;
        this.begun = begun;
    }

    /** For what is to be sent in any case. */
    static EarlierUpload ignored(S3Client s3, String bucket, PartSize partSize) {
        return new EarlierUpload(s3, bucket, partSize, false, Map.of());
    }

    /** Two requests, so that nothing more is asked for each file where there is nothing. */
    static EarlierUpload look(S3Client s3, String bucket, PartSize partSize, String folder) {
        return new EarlierUpload(s3, bucket, partSize, mayHaveFiles(s3, bucket, folder), begun(s3, bucket, folder));
    }

    private static boolean mayHaveFiles(S3Client s3, String bucket, String folder) {
        try {
            return s3.listObjectsV2(request -> request.bucket(bucket).prefix(folder).maxKeys(1)).hasContents();
        } catch (S3Exception notAllowed) {
            return true;
        } catch (SdkClientException noAnswer) {
            return false; // sending will tell why
        }
    }

    private static Map<String, List<MultipartUpload>> begun(S3Client s3, String bucket, String folder) {
        try {
            return s3.listMultipartUploadsPaginator(request -> request.bucket(bucket).prefix(folder))
                    .uploads()
                    .stream()
                    .collect(Collectors.groupingBy(MultipartUpload::key));
        } catch (S3Exception | SdkClientException notAllowedOrNoAnswer) {
            return Map.of();
        }
    }

    /**
     * The file as it is stored, if it is: of the same size, and of the same bytes by a checksum that S3 has of it.
     *
     * @throws IOException if the file cannot be read
     */
    Optional<Sending.There> find(LocalFile file, String key) throws IOException {
        Optional<HeadObjectResponse> stored = mayHaveFiles ? head(key) : Optional.empty();
        if (stored.isEmpty() || !isComparable(stored.get(), file)) {
            return Optional.empty();
        }
        var read = LocalDigests.of(file, partSize);
        try {
            var verified = StoredCheck.compare(stored.get(), read.fingerprint(), read.parts());
            return Optional.of(new Sending.There(file, key, read.fingerprint(),
                    Optional.ofNullable(stored.get().versionId()), verified));
        } catch (SendingException otherBytes) {
            return Optional.empty();
        }
    }

    private Optional<HeadObjectResponse> head(String key) {
        try {
            return Optional.of(s3.headObject(request -> request.bucket(bucket)
                    .key(key)
                    .checksumMode(ChecksumMode.ENABLED)));
        } catch (S3Exception notThereOrNotAllowed) {
            return Optional.empty();
        }
    }

    /** Whether reading the file can tell anything. */
    private boolean isComparable(HeadObjectResponse stored, LocalFile file) {
        boolean hasChecksum = partSize.isInParts(file.size())
                ? stored.checksumCRC64NVME() != null
                : stored.checksumSHA256() != null;
        return hasChecksum && stored.contentLength() != null && stored.contentLength() == file.size();
    }

    /** The parts of the file that were sent last; what else was begun under its key is taken away. */
    Optional<EarlierParts> parts(String key) {
        var uploads = begun.getOrDefault(key, List.of())
                .stream()
                .sorted(Comparator.comparing(MultipartUpload::initiated).reversed())
                .toList();
        Optional<EarlierParts> found = Optional.empty();
        for (MultipartUpload upload : uploads) {
            Optional<EarlierParts> parts = found.isPresent()
                    ? Optional.empty()
                    : EarlierParts.read(s3, bucket, upload);
            if (parts.isEmpty()) {
                abort(upload);
            }
            found = found.or(() -> parts);
        }
        return found;
    }

    /** Takes away what was begun under a key. */
    void drop(String key) {
        begun.getOrDefault(key, List.of()).forEach(this::abort);
    }

    private void abort(MultipartUpload upload) {
        try {
            s3.abortMultipartUpload(request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()));
        } catch (S3Exception | SdkClientException kept) {
            // it goes by the bucket's life cycle
        }
    }
}
