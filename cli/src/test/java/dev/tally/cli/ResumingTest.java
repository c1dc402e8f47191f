package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.StubCloud.Fault;

import static org.assertj.core.api.Assertions.assertThat;

/** An upload that failed or was interrupted, started again. */
final class ResumingTest {
    private static final String MANIFEST = "demo/night/night.manifest.json";
    private static final int PART = 8 << 20;

    @TempDir
    private Path home;
    private Path night;
    private StubCloud cloud;

    @BeforeEach
    void begin() throws IOException {
        night = Files.createDirectory(home.resolve("night"));
        cloud = new StubCloud().withDataset();
    }

    @AfterEach
    void end() {
        cloud.close();
    }

    private Cli.Result upload(String... options) {
        var arguments = new String[options.length + 3];
        System.arraycopy(new String[]{"upload", "demo", "night"}, 0, arguments, 0, 3);
        System.arraycopy(options, 0, arguments, 3, options.length);
        return new Cli(home).with(cloud).run(arguments);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void onlyWhatIsNotThereIsSent() throws IOException {
        Files.writeString(night.resolve("a.csv"), "aa");
        Files.writeString(night.resolve("b.csv"), "b");
        Files.writeString(night.resolve("empty.csv"), "");
        cloud.fault("demo/night/b.csv", Fault.REFUSED);
        assertThat(upload().err()).contains("run the same command again: what is there is not sent a second time");
        assertThat(cloud.puts()).containsExactlyInAnyOrder("demo/night/a.csv", "demo/night/empty.csv");

        cloud.withoutFault("demo/night/b.csv");
        var again = upload();
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(cloud.puts()).hasSize(4).endsWith("demo/night/b.csv", MANIFEST);
        assertThat(again.out()).contains("Sent 1 file, 1 B, in ", "beside 2 files, 2 B that were there already");
        assertThat(cloud.text(MANIFEST)).contains("a.csv", "b.csv", "empty.csv",
                "961b6dd3ede3cb8ecbaacbd68de040cd78eb2ed5889130cceb4c49268ea4d506");
    }

    @Test
    void programsAreToldWhatWasThere() throws IOException {
        Files.writeString(night.resolve("a.csv"), "a");
        upload();
        var again = upload("-o", "json");
        assertThat(again.out()).contains("\"sent\":false,\"reason\":\"there already\",\"key\":\"demo/night/a.csv\"",
                "\"verified\":[\"size\",\"sha256\"]", "\"files\":1,\"bytes\":1,\"filesSent\":0,\"bytesSent\":0");
        assertThat(cloud.puts()).containsExactly("demo/night/a.csv", MANIFEST, MANIFEST);
    }

    @Test
    void otherBytesOfTheSameSizeAreSent() throws IOException {
        Files.writeString(night.resolve("a.csv"), "old");
        upload();
        Files.writeString(night.resolve("a.csv"), "new");
        assertThat(upload().out()).contains("Sent 1 file, 3 B").doesNotContain("already");
        assertThat(cloud.text("demo/night/a.csv")).isEqualTo("new");
    }

    @Test
    void aLargeFileThatIsThereIsNotSentAgain() throws IOException {
        Files.write(night.resolve("a.bin"), random(2 * PART + 5));
        upload();
        int parts = cloud.parts().size();
        assertThat(upload().out()).contains("Sent 0 files, 0 B");
        assertThat(cloud.parts()).hasSize(parts);
    }

    @Test
    void partsThatAreThereAreNotSentAgain() throws IOException {
        byte[] bytes = random(2 * PART + 5);
        Files.write(night.resolve("a.bin"), bytes);
        cloud.begun("demo/night/a.bin", Map.of(1, Arrays.copyOf(bytes, PART), 2, new byte[PART]));
        var resumed = upload();
        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(cloud.parts()).containsExactlyInAnyOrder("demo/night/a.bin 2", "demo/night/a.bin 3");
        assertThat(cloud.objects().get("demo/night/a.bin")).isEqualTo(bytes);
        assertThat(cloud.unfinishedUploads()).isZero();
        assertThat(resumed.out()).contains("beside parts of files, 8.39 MB that were there already");
    }

    @Test
    void aFailedUploadLeavesItsPartsToTheNext() throws IOException {
        byte[] bytes = random(2 * PART + 5);
        Files.write(night.resolve("a.bin"), bytes);
        cloud.fault("demo/night/a.bin", Fault.SECOND_PART_REFUSED);
        assertThat(upload("--parallel", "1").exit()).isEqualTo(Exit.FAILED);
        cloud.withoutFault("demo/night/a.bin");
        assertThat(upload().exit()).isZero();
        assertThat(cloud.parts()).filteredOn("demo/night/a.bin 1"::equals).hasSize(1);
        assertThat(cloud.objects().get("demo/night/a.bin")).isEqualTo(bytes);
        assertThat(cloud.unfinishedUploads()).isZero();
    }

    @Test
    void whatWasBegunOfAFileThatIsThereIsTakenAway() throws IOException {
        Files.writeString(night.resolve("a.csv"), "a");
        cloud.begun("demo/night/a.csv", Map.of(1, new byte[1])).begun("demo/other/b.csv", Map.of(1, new byte[1]));
        assertThat(upload().exit()).isZero();
        assertThat(cloud.unfinishedUploads()).as("that of the other delivery").isEqualTo(1);
    }
}
