package dev.tally.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

import dev.tally.completeness.FolderFiles.Listing;
import dev.tally.completeness.FolderFiles.Stored;
import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class S3FolderFilesTest {
    private static final AwsClients CLIENTS = EmulatedAws.clients();

    @Test
    void theFilesOfAFolderAreThoseInItAlone() {
        String bucket = EmulatedAws.createBucket(true);
        for (String key : List.of("a/2 \u00e9+%2F", "a/1", "a/deep/3", "ab", "b/4", "0")) {
            CLIENTS.s3().putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString("12345"));
        }
        S3FolderFiles folders = new S3FolderFiles(CLIENTS);
        Listing found = folders.list(bucket, "a/", 1000);
        assertThat(found.files()).extracting(Stored::file)
                .containsExactly(new FileRef(bucket, "a/1"), new FileRef(bucket, "a/2 \u00e9+%2F"));
        assertThat(found.files().getFirst().size()).isEqualTo(5);
        assertThat(found.files().getFirst().at()).isCloseTo(Instant.now(), within(Duration.ofMinutes(5)));
        assertThat(found.more()).isFalse();
        assertThat(folders.list(bucket, "a/", 1)).satisfies(first -> assertThat(first.files()).hasSize(1))
                .satisfies(first -> assertThat(first.more()).isTrue());
        assertThat(folders.list(bucket, "", 1000).files()).extracting(file -> file.file().key())
                .containsExactly("0", "ab");
        assertThat(folders.list(bucket, "none/", 1000).files()).isEmpty();
    }
}
