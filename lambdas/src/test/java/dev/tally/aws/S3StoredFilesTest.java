package dev.tally.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

final class S3StoredFilesTest {
    private static final Sequencer ORDER = new Sequencer("62");
    private static final AwsClients CLIENTS = EmulatedAws.clients();

    private final S3StoredFiles stored = new S3StoredFiles(CLIENTS);

    private static PutObjectResponse put(FileRef file, String content) {
        return CLIENTS.s3()
                .putObject(put -> put.bucket(file.bucket()).key(file.key()), RequestBody.fromString(content));
    }

    @Test
    @DisplayName("OBJ-04: finds the newest version, none behind a delete marker, and the old one again without it")
    void versions() {
        FileRef file = new FileRef(EmulatedAws.createBucket(true), "a b+c%2F/\u00e9");
        assertThat(stored.find(file, ORDER)).isEmpty();
        put(file, "old");
        PutObjectResponse newest = put(file, "newest");
        FileEvent.Created found = stored.find(file, ORDER).orElseThrow();
        assertThat(found).isEqualTo(new FileEvent.Created(file, ORDER, found.at(), 6, newest.eTag(),
                Optional.of(newest.versionId())));
        assertThat(found.at()).isCloseTo(Instant.now(), within(Duration.ofMinutes(5)));

        DeleteObjectResponse marker = CLIENTS.s3()
                .deleteObject(delete -> delete.bucket(file.bucket()).key(file.key()));
        assertThat(stored.find(file, ORDER)).isEmpty();
        CLIENTS.s3()
                .deleteObject(delete -> delete.bucket(file.bucket()).key(file.key()).versionId(marker.versionId()));
        assertThat(stored.find(file, ORDER)).contains(found);
    }

    @Test
    void aBucketWithoutVersionsHasNone() {
        FileRef file = new FileRef(EmulatedAws.createBucket(false), "plain");
        put(file, "plain");
        assertThat(stored.find(file, ORDER).orElseThrow().versionId()).isEmpty();
    }

    @Test
    void notBeingAllowedToLookIsNotAMissingFile() {
        ScriptedHttp http = new ScriptedHttp().answer(403, "");
        assertThatThrownBy(() -> new S3StoredFiles(http.clients()).find(new FileRef("landing", "a"), ORDER))
                .isInstanceOf(S3Exception.class);
    }
}
