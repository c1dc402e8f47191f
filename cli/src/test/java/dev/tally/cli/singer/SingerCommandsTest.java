package dev.tally.cli.singer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.api.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The commands that read a lake, as processes: what they print, and how they end. */
final class SingerCommandsTest {
    private static final String SCHEMA = "{\"type\":\"SCHEMA\",\"stream\":\"a\",\"schema\":{},\"key_properties\":[]}";
    private static final String RECORD = "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{\"id\": 1.50}}";
    private static final String STATE = "{\"type\":\"STATE\",\"value\":{\"at\" : 1.0}}";

    @TempDir
    private Path folder;

    private record Result(int exit, String out, String err) {}

    /** Two runs, of which the second broke off in a line that is no message. */
    @BeforeEach
    void record() throws IOException, InterruptedException {
        for (List<String> lines : List.of(List.of(SCHEMA, RECORD, STATE), List.of(SCHEMA, RECORD, "no message"))) {
            try (var recorder = new RecordProcess(folder, "--lake", "lake", "--tap", "tap-x")) {
                assertThat(recorder.says(lines.toArray(String[]::new)).ends()).isZero();
            }
        }
    }

    @Test
    void eachCommandPrintsOneDocumentForPrograms() throws IOException, InterruptedException {
        Json list = json("ls", "--lake", "lake", "-o", "json");
        assertThat(list.path("logs").items())
                .extracting(log -> log.path("tap").text(), log -> log.path("standing").text(),
                        log -> log.path("messages").whole(0), log -> log.path("invalid").whole(0))
                .containsExactly(tuple("tap-x", "closed", 3L, 0L),
                        tuple("tap-x", "closed", 3L, 1L));
        Json summary = json("summary", "--lake", "lake", "-o", "json");
        assertThat(summary.path("runs").whole(0)).isEqualTo(2);
        assertThat(summary.path("streams").items().getFirst().path("RECORD").whole(0)).isEqualTo(2);
        Json verified = Json.read(tally("verify", "--lake", "lake", "-o", "json").out());
        assertThat(verified.path("faults").items()).extracting(fault -> fault.path("kind").text())
                .containsExactly("invalid-message");
        assertThat(tally("verify", "--lake", "lake").exit()).isEqualTo(1);
        assertThat(tally("state", "--lake", "lake").out()).isEqualTo("{\"at\" : 1.0}\n");
    }

    @Test
    void replayStopsBeforeALineThatIsNoMessageAndSaysWhatToDo() throws IOException, InterruptedException {
        Result failed = tally("replay", "--lake", "lake");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.out()).isEqualTo(String.join("\n", SCHEMA, RECORD, STATE, ""));
        assertThat(failed.err()).contains("message 3: the line is no Singer message", "--invalid=skip");
        Result kept = tally("replay", "--lake", "lake", "--invalid", "keep");
        assertThat(kept.exit()).isZero();
        assertThat(kept.out()).endsWith("no message\n");
        assertThat(tally("replay", "--lake", "lake", "--quarantine", "bad.txt").exit()).isZero();
        assertThat(folder.resolve("bad.txt")).hasContent("no message");
    }

    @Test
    void exitCodesTellWhatWasWrong() throws IOException, InterruptedException {
        for (String command : List.of("replay", "state", "ls", "summary", "verify")) {
            assertThat(tally(command, "--lake", "nowhere").exit()).as(command).isEqualTo(3);
        }
        assertThat(tally("retain", "--lake", "nowhere", "--before", "1d").exit()).isEqualTo(3);
        assertThat(tally("replay", "--lake", "lake", "--to", "00000000000000000000000000").err())
                .contains("There are no logs in that range");
        Result unstartable = tally("replay", "--lake", "lake", "--invalid", "keep", "--parallel", "2", "--", "./none");
        assertThat(unstartable.exit()).isEqualTo(3);
        assertThat(unstartable.err()).contains("The loader ./none cannot be started");
        assertThat(tally("replay", "--lake", "lake", "--invalid", "skip", "--streams", "none").err())
                .contains("There is no message of none");
        assertThat(tally("replay", "--lake", "lake", "--since", "yesterday").err())
                .contains("--since yesterday is no time");
        assertThat(tally("replay", "--lake", "lake", "--parallel", "2").exit()).isEqualTo(2);
        assertThat(tally("replay", "--lake", "lake", "--resume").exit()).isEqualTo(2);
        assertThat(tally("replay", "--lake", "lake", "--invalid", "keep", "--parallel", "2", "--", "false").err())
                .contains("failed with exit code 1", "--resume");
    }

    /** The first run has the last STATE, and the second came after it; a third one makes them old. */
    @Test
    void retainDeletesOnlyWhenItIsTold() throws IOException, InterruptedException {
        assertThat(tally("retain", "--lake", "lake", "--before", "2999-01-01").out()).isEmpty();
        try (var recorder = new RecordProcess(folder, "--lake", "lake", "--tap", "tap-x")) {
            assertThat(recorder.says(SCHEMA, STATE).ends()).isZero();
        }
        Result dry = tally("retain", "--lake", "lake", "--before", "2999-01-01");
        assertThat(dry.out().lines()).hasSize(2);
        assertThat(logs()).isEqualTo(3);
        assertThat(tally("retain", "--lake", "lake", "--before", "2999-01-01", "--delete").exit()).isZero();
        assertThat(logs()).isEqualTo(1);
        assertThat(tally("verify", "--lake", "lake").exit()).isZero();
    }

    @Test
    void aStreamWithACommaInItsNameCanBeReplayedAlone() throws IOException, InterruptedException {
        String[] messages = Stream.of("a,b", "a", "b")
                .map(name -> SCHEMA.replace("\"a\"", "\"" + name + "\""))
                .toArray(String[]::new);
        try (var recorder = new RecordProcess(folder, "--lake", "other")) {
            assertThat(recorder.says(messages).ends()).isZero();
        }
        assertThat(tally("replay", "--lake", "other", "--stream", "a,b", "--stream", "b").out())
                .isEqualTo(messages[0] + "\n" + messages[2] + "\n");
        assertThat(tally("replay", "--lake", "other", "--streams", "a,b").out())
                .isEqualTo(messages[1] + "\n" + messages[2] + "\n");
        assertThat(tally("replay", "--lake", "other", "--streams", "a", "--stream", "a,b").out())
                .isEqualTo(messages[0] + "\n" + messages[1] + "\n");
    }

    @Test
    void aUlidCanBeWrittenInLowerCase() throws IOException, InterruptedException {
        String first = json("ls", "--lake", "lake", "-o", "json").path("logs").items().getFirst().path("ulid").text();
        assertThat(tally("replay", "--lake", "lake", "--from", first.toLowerCase(Locale.ROOT), "--to",
                first.toLowerCase(Locale.ROOT)).out()).isEqualTo(String.join("\n", SCHEMA, RECORD, STATE, ""));
    }

    @Test
    void wrongSettingsAreToldAtOnceAndNoTapIsStarted() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("c.json"), "{\"lake\": {\"urii\": \"lake\", \"gzip_level\": 11}}");
        Result refused = tally("record", "--config", "c.json", "--mode", "x", "--", "sh", "-c", "touch started");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("3 settings cannot be used",
                "c.json: lake.urii is unknown; did you mean \"uri\"?",
                "c.json: lake.gzip_level: has to be from 1 to 9, not 11", "--mode: is one of continual, batched");
        assertThat(folder.resolve("started")).doesNotExist();
    }

    /** The last log of a run is lost: what is there is whole, and yet not all. */
    @Test
    void verifyTellsOfARunWithoutAnEnd() throws IOException, InterruptedException {
        try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
            for (Path facts : files.filter(file -> file.toString().endsWith(".facts.json")).toList()) {
                String text = Files.readString(facts);
                if (text.contains("\"invalidTotal\":0")) {
                    Files.writeString(facts, text.replaceFirst(",\"end\":\\{[^}]*}", ""));
                } else {
                    Files.delete(Path.of(facts.toString().replace(".facts.json", ".singer.jsonl")));
                }
            }
        }
        Result recent = tally("verify", "--lake", "lake");
        assertThat(recent.exit()).as(recent.out()).isZero();
        assertThat(recent.out()).contains("under-way", "stops at message 3 by now");
        Result dead = tally("verify", "--lake", "lake", "--dead-after", "0s", "-o", "json");
        assertThat(dead.exit()).as(dead.out()).isEqualTo(4);
        assertThat(Json.read(dead.out()).path("unended").items()).singleElement()
                .satisfies(run -> assertThat(run.path("tap").text()).isEqualTo("tap-x"))
                .satisfies(run -> assertThat(run.path("lastMessage").whole(0)).isEqualTo(3))
                .satisfies(run -> assertThat(run.path("log").text()).startsWith("tap-x/"));
        assertThat(tally("verify", "--lake", "lake", "--dead-after", "0s", "--until", "2999-01-01").exit()).isZero();
    }

    @Test
    void r28VerifyTellsWhichDataFilesNoLogNames() throws IOException, InterruptedException {
        Path data = Files.createDirectory(folder.resolve("data"));
        for (String name : List.of("1.gz", "lost 1.gz")) {
            Files.writeString(data.resolve(name), name);
        }
        Files.writeString(Files.createDirectory(folder.resolve("given")).resolve("2.gz"), "");
        String batch = "{\"type\":\"BATCH\",\"stream\":\"a\",\"manifest\":[\"" + data.resolve("1.gz").toUri() + "\"]}";
        for (String copied : List.of("reference", "copy")) {
            try (var recorder = new RecordProcess(folder, "--lake", "fine", "--tap", "tap-x", "--batch-data", copied)) {
                recorder.says(SCHEMA, batch);
                assertThat(recorder.ends()).isZero();
            }
        }
        Files.writeString(folder.resolve("fine/batch/lost.gz"), "");
        Result recent = tally("verify", "--lake", "fine");
        assertThat(recent.exit()).as(recent.out()).isZero();
        assertThat(recent.out().lines()).filteredOn(line -> line.startsWith("under-way")).hasSize(2);
        for (Path file : List.of(data.resolve("lost 1.gz"), folder.resolve("fine/batch/lost.gz"))) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        }
        Result found = tally("verify", "--lake", "fine", "--dead-after", "0s", "--data", "given", "-o", "json");
        assertThat(found.exit()).as(found.out()).isEqualTo(4);
        Json document = Json.read(found.out());
        assertThat(document.path("faults").items()).isEmpty();
        assertThat(document.path("folders").items()).hasSize(3);
        assertThat(document.path("orphans").items()).extracting(file -> file.path("uri").text())
                .containsExactlyInAnyOrder(data.resolve("lost 1.gz").toUri().toString(),
                        folder.resolve("fine/batch/lost.gz").toUri().toString(),
                        folder.resolve("given/2.gz").toUri().toString());
        assertThat(tally("verify", "--lake", "fine", "--data", "none").exit()).isEqualTo(4);
        assertThat(tally("verify", "--lake", "fine", "--data", "s3://").exit()).isEqualTo(2);
        assertThat(tally("verify", "--lake", "fine", "--data", "given", "--tap", "x").exit()).isEqualTo(2);
        assertThat(tally("verify", "--lake", "fine", "--tap", "tap-x", "-o", "json").out()).doesNotContain("orphans");
    }

    private long logs() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
            return files.filter(file -> file.toString().endsWith(".singer.jsonl")).count();
        }
    }

    private Json json(String... arguments) throws IOException, InterruptedException {
        Result result = tally(arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        return Json.read(result.out());
    }

    private Result tally(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                "dev.tally.cli.Main", "singer"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        var builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("TALLY_TERMINAL", "");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
