package dev.tally.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.StubCloud.Answer;
import dev.tally.cli.StubCloud.Fault;
import dev.tally.fixity.Sha256;

import static org.assertj.core.api.Assertions.assertThat;

final class UploadTest {
    private static final String MANIFEST = "demo/night/night.manifest.json";

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

    @Test
    void sendsTheManifestLast_MAN_08() throws IOException {
        write("a.csv", "a");
        write("sub/b.csv", "bb");
        var result = upload("night");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.puts()).hasSize(3).endsWith(MANIFEST);
        assertThat(cloud.objects()).containsOnlyKeys("demo/night/a.csv", "demo/night/sub/b.csv", MANIFEST);
        assertThat(cloud.text(MANIFEST)).contains("\"delivery\":\"night\"",
                "{\"path\":\"a.csv\",\"size\":1,\"checksums\":{\"sha256\":\"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\"}}",
                "\"path\":\"sub/b.csv\",\"size\":2");
        assertThat(result.out()).contains("Sent 2 files, 3 B", "announced as demo/night", "tally watch demo/night");
    }

    @Test
    void aFileThatFailsLeavesNoManifest_MAN_09() throws IOException {
        write("a.csv", "a");
        write("b.csv", "b");
        write("c.csv", "c");
        cloud.fault("demo/night/b.csv", Fault.REFUSED);
        var result = upload("night");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(cloud.objects()).containsOnlyKeys("demo/night/a.csv", "demo/night/c.csv");
        assertThat(result.err()).contains("b.csv: InvalidRequest", "1 file of 3 could not be sent",
                "nothing is announced");
    }

    @Test
    void whatIsForbiddenOnceIsNotTriedAThousandTimes() throws IOException {
        for (int i = 0; i < 100; i++) {
            write("f" + i, "x");
            cloud.fault("demo/night/f" + i, Fault.FORBIDDEN);
        }
        var result = upload("night", "--parallel", "1");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("99 were not tried", "AccessDenied").doesNotContain("and 90 more");
    }

    @Test
    void aManifestBesideTheFilesIsNoMember_MAN_10() throws IOException {
        write("a.csv", "a");
        write("old.manifest.json", "{}");
        var result = upload("night");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.objects()).containsOnlyKeys("demo/night/a.csv", MANIFEST);
        assertThat(cloud.text(MANIFEST)).doesNotContain("old");
        assertThat(result.err()).contains("warning: old.manifest.json is left out");
    }

    @Test
    void anEmptyFileIsSentWhole_OBJ_08() throws IOException {
        write("empty.csv", "");
        var result = upload("night", "-o", "json");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.objects().get("demo/night/empty.csv")).isEmpty();
        assertThat(result.out()).contains("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "\"verified\":[\"size\",\"sha256\"]");
    }

    @Test
    void aRequestThatIsCutIsRepeatedWithTheSameBytes_SUM_07() throws IOException {
        byte[] bytes = random(3 << 20);
        Files.write(night.resolve("a.bin"), bytes);
        cloud.fault("demo/night/a.bin", Fault.CUT_ONCE);
        var result = upload("night");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.objects().get("demo/night/a.bin")).isEqualTo(bytes);
    }

    @Test
    void aLargeFileGoesInParts() throws IOException {
        byte[] bytes = random((17 << 20) + 5);
        Files.write(night.resolve("a.bin"), bytes);
        var result = upload("night", "-o", "json");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.puts()).contains("demo/night/a.bin in parts");
        assertThat(cloud.objects().get("demo/night/a.bin")).isEqualTo(bytes);
        assertThat(cloud.text(MANIFEST)).contains("\"crc64nvme\":");
        assertThat(result.out()).contains("\"verified\":[\"size\",\"crc64nvme\"]");
    }

    @Test
    void aCompletionThatSaysNothingIsNoSuccess_SUM_09() throws IOException {
        Files.write(night.resolve("a.bin"), random(17 << 20));
        cloud.fault("demo/night/a.bin", Fault.SILENT_COMPLETION);
        var result = upload("night");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("without saying what it stored");
        assertThat(cloud.objects()).isEmpty();
        assertThat(cloud.unfinishedUploads()).isZero();
    }

    @Test
    void whatIsStoredShorterIsFound_SUM_09() throws IOException {
        write("a.csv", "abc");
        cloud.fault("demo/night/a.csv", Fault.TRUNCATED);
        var result = upload("night");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("S3 has 2 bytes of the 3 sent");
        assertThat(cloud.objects()).doesNotContainKey(MANIFEST);
    }

    @Test
    void keysAreMeasuredInBytes_KEY_07() throws IOException {
        String longest = "é".repeat(120);
        var deep = Path.of(longest, longest, longest, longest);
        Files.createDirectories(night.resolve(deep));
        int before = ("demo/night/" + deep + "/").getBytes(StandardCharsets.UTF_8).length;
        write(deep + "/" + "k".repeat(1024 - before), "fits");
        assertThat(upload("night", "--dry-run").exit()).isZero();
        write(deep + "/" + "k".repeat(1025 - before), "does not");
        var result = upload("night", "--dry-run");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("a key of 1025 bytes of UTF-8; S3 takes at most 1024");
    }

    @Test
    void anyNameThatAFileCanHaveIsSentAsItIs_KEY_03() throws IOException {
        for (String name : new String[]{"a b.csv", "a+b.csv", "a%2Bb.csv", "7:30.csv", "7%3A30.csv", "é.csv",
            "back\\slash.csv"}) {
            write(name, name);
        }
        var result = upload("night");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.text("demo/night/a+b.csv")).isEqualTo("a+b.csv");
        assertThat(cloud.text("demo/night/a%2Bb.csv")).isEqualTo("a%2Bb.csv");
        assertThat(cloud.text("demo/night/7%3A30.csv")).isEqualTo("7%3A30.csv");
        assertThat(cloud.objects()).containsKeys("demo/night/a b.csv", "demo/night/é.csv",
                "demo/night/back\\slash.csv");
    }

    @Test
    void aNameInTwoUnicodeFormsIsRefusedBeforeAnythingIsSent_KEY_06() throws IOException {
        write("r\u00e9sum\u00e9.csv", "one");
        write("re\u0301sume\u0301.csv", "other");
        var result = upload("night");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("other Unicode characters", "r\\u00e9sum\\u00e9.csv",
                "re\\u0301sume\\u0301.csv");
        assertThat(cloud.objects()).isEmpty();
    }

    @Test
    void warnsOfNamesThatDifferInCase_KEY_10() throws IOException {
        write("A.csv", "1");
        write("b.csv", "2");
        assertThat(upload("night", "--dry-run").err()).isEmpty();
        write("a.csv", "3");
        assertThat(upload("night", "--dry-run").err()).contains("a.csv and A.csv differ in letter case only");
    }

    @Test
    void partsThatLeadElsewhereAreRefused_KEY_08() throws IOException {
        write("a.csv", "a");
        var result = upload("night", "--name", "x/../y");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("has the part \"..\"");
    }

    @Test
    void aWrongClockIsToldWithBothTimes_CLI_02() throws IOException {
        write("a.csv", "a");
        cloud.fault("demo/night/a.csv", Fault.SKEWED);
        var result = new Cli(home).with(cloud)
                .at(InstantSource.fixed(Cli.NOW.minusSeconds(1200)))
                .run("upload", "demo", "night");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("the clock of this machine says 2026-11-30T11:40:00Z, that of S3 ",
                " GMT; set it right");
    }

    @Test
    void aDeliveryThatIsUnderWayIsNotReplacedByMistake() throws IOException {
        write("a.csv", "a");
        cloud.answer("/delivery",
                query -> Answer.ok("{\"id\": \"demo/night\", \"status\": \"WAITING\", \"revision\": \"r\"}"));
        var result = upload("night");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("demo/night exists and is WAITING", "--revise");
        assertThat(upload("night", "--revise").exit()).isZero();
    }

    @Test
    void aManifestThatIsSentAgainUnchangedBeginsNothingAndSaysSo_MAN_15() throws IOException {
        write("a.csv", "a");
        upload("night");
        String sha256 = Sha256.hex(cloud.objects().get(MANIFEST));
        delivery("FAILED", sha256);
        var result = upload("night");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("byte for byte, the one of revision r, which is FAILED: that begins nothing.",
                "To process it again: tally reprocess demo/night").doesNotContain("watch");
        assertThat(upload("night", "-o", "json").out()).contains("\"manifestRepeated\":true");
        delivery("WITHDRAWN", sha256);
        assertThat(upload("night", "-o", "json").out()).contains("\"manifestRepeated\":false");
        delivery("PROCESSED", sha256);
        write("b.csv", "b");
        assertThat(upload("night", "--revise").out()).contains("tally watch demo/night").doesNotContain("reprocess");
    }

    private void delivery(String status, String sha256) {
        cloud.answer("/delivery", query -> Answer.ok("""
                {"id": "demo/night", "status": "%s", "revision": "r",
                 "manifest": {"bucket": "%s", "key": "%s", "sha256": "%s"}}"""
                .formatted(status, StubCloud.BUCKET, MANIFEST, sha256)));
    }

    @Test
    void severalPathsKeepTheirNamesAndNeedOneForTheDelivery() throws IOException {
        write("a.csv", "a");
        Files.writeString(home.resolve("single.txt"), "s");
        assertThat(upload("night", "single.txt").err()).contains("needs a name");
        var result = new Cli(home).with(cloud)
                .run("upload", "demo", "night", "single.txt", "--name", "both", "--parameter", "mode=burst",
                        "--parameter", "gain=2.50", "--exclude", "*.tmp");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(cloud.objects()).containsOnlyKeys("demo/both/night/a.csv", "demo/both/single.txt",
                "demo/both/both.manifest.json");
        assertThat(cloud.text("demo/both/both.manifest.json"))
                .contains("\"parameters\":{\"mode\":\"burst\",\"gain\":2.50}");
    }

    @Test
    void aDryRunSendsNothing() throws IOException {
        write("a.csv", "a");
        var result = upload("night", "--dry-run");
        assertThat(result.out()).contains("demo/night/a.csv", MANIFEST, "nothing was sent");
        assertThat(cloud.puts()).isEmpty();
    }

    @Test
    void whatIsNotThereIsTold() {
        assertThat(upload("nowhere", "--name", "x").err()).contains("nowhere does not exist");
        var result = new Cli(home).with(cloud).run("upload", "demmo", ".");
        assertThat(result.err()).contains("There is no file");
    }

    private Cli.Result upload(String... arguments) {
        var all = new String[arguments.length + 2];
        all[0] = "upload";
        all[1] = "demo";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new Cli(home).with(cloud).run(all);
    }

    private void write(String name, String text) throws IOException {
        var file = night.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
