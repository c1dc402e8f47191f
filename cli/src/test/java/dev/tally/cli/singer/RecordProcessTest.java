package dev.tally.cli.singer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.FactsReader;
import dev.tally.singer.lake.FolderLake;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.LogTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The recorder as its users run it: a process among others, which is killed, asked to end, left by its target, and runs full. */
final class RecordProcessTest {
    private static final String SCHEMA = "{\"type\":\"SCHEMA\",\"stream\":\"a\",\"schema\":{},\"key_properties\":[]}";
    private static final String RECORD = "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{\"id\":1}}";
    private static final String STATE = "{\"type\":\"STATE\",\"value\":{}}";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"continual", "batched"})
    void r11AfterKill9EverythingThatWasHandedOnComesWithTheNextRunInOrder(String mode) throws Exception {
        try (var killed = new RecordProcess(folder, "--lake", "lake", "--mode", mode)) {
            killed.says(SCHEMA, RECORD, STATE, RECORD).hasHandedOn(STATE + "\n" + RECORD + "\n").send("KILL");
            assertThat(killed.exit()).isEqualTo(137);
        }
        if (mode.equals("continual")) {
            // R7: it is readable before anybody has closed it.
            assertThat(logs().getFirst().text())
                    .isEqualTo(SCHEMA + "\n" + RECORD + "\n" + STATE + "\n" + RECORD + "\n");
        }
        try (var next = new RecordProcess(folder, "--lake", "lake", "--mode", mode)) {
            assertThat(next.says(SCHEMA, STATE).ends()).as(next.err()).isZero();
        }
        assertThat(String.join("", logs().stream().map(Log::messages).toList()))
                .isEqualTo(String.join("\n", SCHEMA, RECORD, STATE, RECORD, SCHEMA, STATE) + "\n");
        assertThat(logs()).allMatch(log -> log.facts != null);
    }

    /** An option goes before the environment, and that before the file. */
    @ParameterizedTest
    @CsvSource({"PT1H,PT0S,", "PT1H,PT1H,2026-11-30T12:00:00Z"})
    void r11BehindAHurryAKillLosesOnlyTheLastMomentsEvenWithTheSpool(String file, String environment, String option)
            throws Exception {
        Files.writeString(folder.resolve("c.json"),
                "{\"lake\":{\"mode\":\"batched\",\"deadline\":\"" + file + "\"}}");
        var arguments = new ArrayList<>(List.of("--lake", "lake", "--config", "c.json"));
        if (option != null) {
            arguments.addAll(List.of("--deadline", option));
        }
        try (var killed = new RecordProcess(folder, Map.of("TALLY_DEADLINE", environment),
                arguments.toArray(String[]::new))) {
            killed.says(SCHEMA, RECORD).hasHandedOn(RECORD);
            Thread.sleep(3000);
            killed.says(RECORD, STATE, RECORD).hasHandedOn(STATE + "\n" + RECORD + "\n");
            Thread.sleep(3000);
            killed.send("KILL");
            assertThat(killed.exit()).isEqualTo(137);
        }
        for (String spooled : filesOf(folder.resolve("lake/.spool"))) {
            Files.delete(Path.of(spooled));
        }
        assertThat(logs()).hasSizeBetween(2, 3).allMatch(log -> log.text.startsWith(SCHEMA + "\n"));
        assertThat(String.join("", logs().stream().map(Log::messages).toList()))
                .isEqualTo(String.join("\n", SCHEMA, RECORD, RECORD, STATE, RECORD) + "\n");
    }

    @ParameterizedTest
    @CsvSource({"TERM,143,continual", "INT,130,batched", "HUP,129,continual"})
    void r10ASignalEndsARunWithAllThatWasRead(String signal, int exit, String mode) throws Exception {
        assumeThat(isIgnored(exit - 128)).as("signal %s is ignored here, and so by all that is started here", signal)
                .isFalse();
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--mode", mode)) {
            recorder.says(SCHEMA, RECORD).hasHandedOn(RECORD).send(signal);
            assertThat(recorder.exit()).as(recorder.err()).isEqualTo(exit);
        }
        assertThat(logs().getFirst().messages()).isEqualTo(SCHEMA + "\n" + RECORD + "\n");
        assertThat(logs().getFirst().facts.origin().end()).contains(new End(End.Reason.SIGNAL, exit));
    }

    @Test
    void r10ATapThatIsRunHereGetsTheSignalAndSaysItsLast() throws Exception {
        String tap = "trap 'printf \"%s\\n\" \"$2\"; exit 0' TERM; printf '%s\\n' \"$1\"; while :; do sleep 0.05; done";
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--", "bash", "-c", tap, "tap", SCHEMA,
                STATE)) {
            recorder.hasHandedOn(SCHEMA).send("TERM");
            assertThat(recorder.exit()).as(recorder.err()).isEqualTo(143);
            assertThat(recorder.out()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
        }
        assertThat(logs().getFirst().messages()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
        assertThat(logs().getFirst().name.path()).startsWith("bash/");
    }

    /** The shell dies of the signal at once, and the tap, which it has started, takes its time. */
    @Test
    void r10ATapWithinAShellSaysItsLastToo() throws Exception {
        String tap = "trap 'sleep 1; printf \"%s\\n\" \"$2\"; exit 0' TERM; printf '%s\\n' \"$1\"; while :; do sleep 0.05; done";
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--", "sh", "-c",
                "bash -c \"$1\" tap \"$2\" \"$3\"; printf 'after'", "sh", tap, SCHEMA, STATE)) {
            recorder.hasHandedOn(SCHEMA).send("TERM");
            assertThat(recorder.exit()).as(recorder.err()).isEqualTo(143);
            assertThat(recorder.out()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
        }
        assertThat(logs().getFirst().messages()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
        assertThat(logs().getFirst().facts.origin().end()).contains(new End(End.Reason.SIGNAL, 143));
    }

    @Test
    void whatTheTapHasLeftInTheBackgroundIsRecordedToo() throws Exception {
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--", "sh", "-c",
                "(sleep 1; printf '%s\\n' \"$2\") & printf '%s\\n' \"$1\"; exit 5", "sh", SCHEMA, STATE)) {
            assertThat(recorder.exit()).as(recorder.err()).isEqualTo(5);
            assertThat(recorder.out()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
        }
        assertThat(logs().getFirst().messages()).isEqualTo(SCHEMA + "\n" + STATE + "\n");
    }

    @Test
    void r10ItEndsWithTheTapsExitCode() throws Exception {
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--tap", "tap-y", "--", "sh", "-c",
                "printf '%s\\n' \"$1\"; exit 7", "sh", SCHEMA)) {
            assertThat(recorder.exit()).isEqualTo(7);
        }
        assertThat(logs().getFirst().facts.origin().end()).contains(new End(End.Reason.EOF, 7));
        assertThat(logs().getFirst().facts.origin().tap()).isEqualTo("tap-y");
    }

    @Test
    void r10ATargetThatDiesDoesNotStopTheRecording() throws Exception {
        try (var recorder = new RecordProcess(folder, "--lake", "lake")) {
            recorder.says(SCHEMA).hasHandedOn(SCHEMA).targetGoesAfterNext(RECORD);
            for (int i = 0; i < 100; i++) {
                recorder.says(RECORD);
            }
            assertThat(recorder.ends()).isEqualTo(141);
            assertThat(recorder.err()).contains("recording goes on")
                    .containsPattern("Of 102 messages of tap, \\d{1,3} handed on; 102 in the lake .*/lake/\\.");
        }
        assertThat(logs().getFirst().messages()).isEqualTo(SCHEMA + "\n" + (RECORD + "\n").repeat(101));
    }

    @Test
    void r13TwoRecordersAtOnceIntoOnePrefixDoNotDisturbEachOther() throws Exception {
        try (var one = new RecordProcess(folder, "--lake", "lake");
                var other = new RecordProcess(folder, "--lake", "lake")) {
            one.says(SCHEMA).hasHandedOn(SCHEMA);
            other.says(SCHEMA, RECORD).hasHandedOn(RECORD);
            one.says(RECORD, RECORD);
            assertThat(one.ends()).isZero();
            assertThat(other.ends()).isZero();
        }
        assertThat(logs().stream().map(Log::messages)).containsExactlyInAnyOrder(SCHEMA + "\n" + RECORD + "\n",
                SCHEMA + "\n" + RECORD + "\n" + RECORD + "\n");
    }

    @Test
    void r03ALineOf200MillionBytesPassesThrough() throws Exception {
        byte[] chunk = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        try (var recorder = new RecordProcess(folder, "--lake", "lake")) {
            OutputStream tap = recorder.tap();
            tap.write("{\"record\":\"".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 200; i++) {
                tap.write(chunk);
            }
            recorder.says("\",\"stream\":\"a\",\"type\":\"RECORD\"}", STATE);
            assertThat(recorder.ends()).as(recorder.err()).isZero();
            assertThat(recorder.outBytes()).hasSizeGreaterThan(200_000_000);
        }
        assertThat(logs().getFirst().facts.streams()).containsEntry("a", new Facts.StreamCounts(0, 1, 0, 0));
        assertThat(logs().getFirst().facts.content().bytes()).isGreaterThan(200_000_000);
    }

    /** What was told as kept is in the lake when there is room again, and nothing else is left. */
    @ParameterizedTest
    @CsvSource({"continual,none", "batched,none", "batched,gzip"})
    void r01AFullDiskDoesNotStopTheTarget(String mode, String compression) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("lake"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()))
                .as("a small tmpfs can be mounted")
                .isZero();
        var random = new Random(1);
        var said = new ArrayList<>(List.of(SCHEMA));
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[5000];
            random.nextBytes(noise);
            said.add("{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":\"" + HexFormat.of().formatHex(noise) + "\"}");
        }
        try {
            int kept;
            try (var recorder = new RecordProcess(folder, "--lake", "lake", "--mode", mode, "--compression",
                    compression)) {
                for (String line : said) {
                    recorder.says(line).hasHandedOn(line);
                }
                assertThat(recorder.ends()).as(recorder.err()).isEqualTo(1);
                assertThat(recorder.out().equals(String.join("\n", said) + "\n")).isTrue();
                var told = Pattern.compile("Of 101 messages of tap, 101 handed on; (\\d+) in the lake .*?/lake/"
                        + "(?:; (\\d+) in the spool .*)?; (\\d+) not kept\\.").matcher(recorder.err());
                assertThat(told.find()).as(recorder.err()).isTrue();
                kept = Integer.parseInt(told.group(1)) + (told.group(2) == null ? 0 : Integer.parseInt(told.group(2)));
                assertThat(kept).isBetween(10, 90);
                assertThat(101 - kept).isEqualTo(Integer.parseInt(told.group(3)));
                assertThat(recorder.err()).contains(
                        "Message " + (kept + 1) + " and what follows it is handed on, and not kept")
                        .doesNotContain("Bringing the last messages");
                assertThat(recorder.err().lines().filter(line -> line.contains("No space left")).count())
                        .isBetween(1L, 3L);
            }
            assertThat(filesOf(disk)).noneMatch(file -> file.contains(".building") || file.contains(".closing"));
            assertThat(run("mount", "-o", "remount,size=10m", disk.toString())).isZero();
            try (var next = new RecordProcess(folder, "--lake", "lake", "--mode", mode)) {
                assertThat(next.says(STATE).ends()).as(next.err()).isZero();
                assertThat(next.err()).contains("Recorded 1 message of tap");
            }
            assertThat(String.join("", logs().stream().map(Log::messages).toList())
                    .equals(String.join("\n", said.subList(0, kept)) + "\n" + STATE + "\n")).isTrue();
            assertThat(filesOf(disk.resolve(".spool/tap"))).isEmpty();
        } finally {
            run("umount", disk.toString());
        }
    }

    @Test
    void onErrorAbortEndsTheTapToo() throws Exception {
        Files.writeString(folder.resolve("lake"), "a file where a folder should be");
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--on-error", "abort", "--", "sh", "-c",
                "printf '%s\\n' \"$1\"; exec sleep 300", "sh", SCHEMA)) {
            assertThat(recorder.exit()).as(recorder.err()).isEqualTo(1);
            assertThat(recorder.out()).isEqualTo(SCHEMA + "\n");
        }
    }

    @Test
    void r06WithoutALakeItOnlyHandsOn() throws Exception {
        try (var recorder = new RecordProcess(folder)) {
            assertThat(recorder.says(SCHEMA, "nonsense").ends()).isZero();
            assertThat(recorder.out()).isEqualTo(SCHEMA + "\nnonsense\n");
            assertThat(recorder.err()).contains("No lake is given");
        }
        Files.writeString(folder.resolve("c.json"),
                "{\"batch_config\":{\"storage\":{\"root\":\"file://lake\",\"prefix\":\"pre-\"}}}");
        try (var recorder = new RecordProcess(folder, "--config", "c.json", "--off", "--", "sh", "-c", "exit 4")) {
            assertThat(recorder.exit()).isEqualTo(4);
        }
        assertThat(folder.resolve("lake")).doesNotExist();
        try (var recorder = new RecordProcess(folder, "--config", "c.json")) {
            assertThat(recorder.says(SCHEMA).ends()).as(recorder.err()).isZero();
        }
        assertThat(logs().getFirst().name.path()).startsWith("pre-tap/");
    }

    /** As it is in the background of a shell, or behind nohup. */
    private static boolean isIgnored(int signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .anyMatch(ignored -> ((ignored >>> (signal - 1)) & 1) == 1);
        }
    }

    private static List<String> filesOf(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private record Log(LogName name, String text, Facts facts) {
        String messages() {
            var messages = new StringBuilder();
            long line = 0;
            for (String one : text.split("(?<=\n)", -1)) {
                line++;
                if (!facts.content().injected().contains(line)) {
                    messages.append(one);
                }
            }
            return messages.toString();
        }
    }

    private List<Log> logs() throws IOException {
        var lake = new FolderLake(folder.resolve("lake"), LogTemplate.DEFAULT);
        var logs = new ArrayList<Log>();
        lake.list(LogRange.ALL, entry -> {
            try (InputStream log = lake.open(entry.name().path())) {
                byte[] stored = log.readAllBytes();
                byte[] content = entry.name().isGzip()
                        ? new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes()
                        : stored;
                Path facts = folder.resolve("lake").resolve(entry.name().facts());
                logs.add(new Log(entry.name(), new String(content, StandardCharsets.UTF_8),
                        Files.exists(facts) ? FactsReader.read(Files.readAllBytes(facts)) : null));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
        return logs;
    }
}
