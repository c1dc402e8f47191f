package dev.tally.aws;

import java.util.Optional;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.completeness.StoredFiles;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/** Looks at objects of S3 in their newest version. Thread-safe. */
public final class S3StoredFiles implements StoredFiles {
    private final S3Client client;

    public S3StoredFiles(AwsClients clients) {
        this.client = clients.s3();
    }

    @Override
    public Optional<FileEvent.Created> find(FileRef file, Sequencer order) {
        try {
            HeadObjectResponse head = client.headObject(request -> request.bucket(file.bucket()).key(file.key()));
            return Optional
                    .of(new FileEvent.Created(file, order, head.lastModified(), head.contentLength(), head.eTag(),
                            S3RunFiles.version(head)));
        } catch (S3Exception refused) {
            if (S3RunFiles.isGone(refused)) {
                return Optional.empty();
            }
            throw refused;
        }
    }
}
