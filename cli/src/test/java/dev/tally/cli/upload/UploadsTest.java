package dev.tally.cli.upload;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.api.Clients;
import dev.tally.cli.api.Target;

import static org.assertj.core.api.Assertions.assertThat;

final class UploadsTest {
    @TempDir
    private Path folder;

    @Test
    void aFileThatGrewAfterItWasFoundIsNotSent_CLI_01() throws IOException, InterruptedException {
        var path = Files.write(folder.resolve("a.bin"), new byte[2048]);
        var found = LocalFile.of(path, "a.bin");
        Files.write(path, new byte[1024], StandardOpenOption.APPEND);
        assertThat(reasonOf(found)).contains("was written to while it was read");
    }

    @Test
    void aFileThatShrankAfterItWasFoundIsNotSent_CLI_01() throws IOException, InterruptedException {
        var path = Files.write(folder.resolve("a.bin"), new byte[2048]);
        var found = LocalFile.of(path, "a.bin");
        Files.write(path, new byte[100]);
        assertThat(reasonOf(found)).contains("became shorter while it was read");
    }

    @Test
    void aFileThatWasRewrittenInItsLengthIsNotSent_CLI_01() throws IOException, InterruptedException {
        var path = Files.write(folder.resolve("a.bin"), new byte[2048]);
        var found = LocalFile.of(path, "a.bin");
        Files.setLastModifiedTime(path, FileTime.fromMillis(1));
        assertThat(reasonOf(found)).contains("was written to while it was read");
    }

    @Test
    void partsAreNeverMoreThanTenThousand() {
        long fiveTerabytes = 5L << 40;
        int part = PartSize.STANDARD.of(fiveTerabytes);
        assertThat(Math.ceilDiv(fiveTerabytes, part)).isLessThanOrEqualTo(10_000);
        assertThat(PartSize.STANDARD.of(20 << 20)).isEqualTo(8 << 20);
        assertThat(PartSize.STANDARD.of((long) (8 << 20) * 10_000 + 1)).isEqualTo(9 << 20);
    }

    @Test
    void lanesBoundMemoryAndLetOneLargeBodyThrough() throws InterruptedException {
        var lanes = new Lanes(3, 10 << 10);
        try (var large = lanes.enter(1 << 30)) {
            assertThat(large).isNotNull();
        }
        try (var first = lanes.enter(0); var second = lanes.enter(10 << 10)) {
            assertThat(first).isNotSameAs(second);
        }
    }

    /** Nothing is asked of S3: the file is refused before. */
    private static String reasonOf(LocalFile file) throws InterruptedException {
        var target = Target.of(URI.create("http://127.0.0.1:1"), Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:1",
                "AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "key"));
        try (var s3 = Clients.s3(target, 1);
                var uploads = new Uploads(s3, "bucket", 1, PartSize.STANDARD, InstantSource.system(), new Silent())) {
            var results = uploads.send(List.of(file), "");
            assertThat(results).singleElement().isInstanceOf(Sending.NotSent.class);
            return ((Sending.NotSent) results.getFirst()).reason();
        }
    }

    private static final class Silent implements Uploads.Progress {
        @Override
        public void sent(long bytes) {}

        @Override
        public void finished(Sending result) {}
    }
}
