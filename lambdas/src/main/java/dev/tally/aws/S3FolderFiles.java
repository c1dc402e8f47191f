package dev.tally.aws;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

import dev.tally.completeness.FolderFiles;
import dev.tally.file.FileRef;

/** Lists folders of S3, each with one request. Thread-safe. */
public final class S3FolderFiles implements FolderFiles {
    private final S3Client client;

    public S3FolderFiles(AwsClients clients) {
        this.client = clients.s3();
    }

    @Override
    public Listing list(String bucket, String folder, int limit) {
        // Keys may hold characters that XML cannot; the SDK decodes them again.
        ListObjectsV2Response answer = client.listObjectsV2(list -> list.bucket(bucket)
                .prefix(folder)
                .delimiter("/")
                .encodingType(EncodingType.URL)
                .maxKeys(limit));
        return new Listing(answer.contents()
                .stream()
                .map(object -> new Stored(new FileRef(bucket, object.key()), object.size(),
                        object.lastModified()))
                .toList(), answer.isTruncated());
    }
}
