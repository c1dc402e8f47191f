package dev.tally.cli.singer.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tally.cli.singer.s3.StubBucket.Fault;
import dev.tally.singer.lake.DataFolders.Listed;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.lake.SpooledLake;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.replay.OrderedReplay;
import dev.tally.singer.replay.Progress;
import dev.tally.singer.replay.Selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A lake in S3, which refuses, keeps silent, and loses its answers. */
final class BucketLakeTest {
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path folder;
    private StubBucket bucket;
    private BucketLake lake;

    @BeforeEach
    void open() throws IOException {
        bucket = new StubBucket();
        var client = bucket.client();
        lake = new BucketLake(() -> client, Place.parse("s3://" + StubBucket.NAME + "/lake"), LogTemplate.DEFAULT);
    }

    @AfterEach
    void close() {
        bucket.close();
    }

    private static LogName name(Instant time, String tap) {
        return LogTemplate.DEFAULT.name(Ulid.lowest(time), tap, "", false);
    }

    private Path content(String text) throws IOException {
        return Files.writeString(folder.resolve("content"), text);
    }

    private String text(String path) throws IOException {
        try (InputStream in = lake.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<LogName> list(LogRange range) throws IOException {
        var names = new ArrayList<LogName>();
        lake.list(range, entry -> names.add(entry.name()));
        return names;
    }

    @Test
    void r15NothingIsEverOverwritten() throws IOException {
        String path = name(TIME, "tap").path();
        assertThat(lake.create(path, content("first"), Map.of("run", "r"))).isTrue();
        assertThat(lake.create(path, content("second"), Map.of())).isFalse();
        assertThat(text(path)).isEqualTo("first");
        assertThat(bucket.metadata("lake/" + path)).containsEntry("run", "r");
    }

    @Test
    void r14FilesOfAllTapsAreListedInTheOrderInWhichTheyWereMade() throws IOException {
        var early = name(TIME, "b");
        var late = name(TIME.plusMillis(1), "a");
        for (LogName name : List.of(late, early)) {
            lake.create(name.path(), content("x"), Map.of());
            lake.put(name.facts(), new byte[0]);
        }
        assertThat(list(LogRange.ALL)).containsExactly(early, late);
        assertThat(list(new LogRange(Set.of("b"), Optional.empty(), Optional.empty()))).containsExactly(early);
        lake.delete(early.path());
        assertThat(list(LogRange.ALL)).containsExactly(late);
    }

    @ParameterizedTest
    @EnumSource(names = {"INTERNAL", "SLOW_DOWN", "NOT_HEARD"})
    void whatIsRefusedForAMomentIsSentAgain(Fault fault) throws IOException {
        bucket.next(fault);
        String path = name(TIME, "tap").path();
        assertThat(lake.create(path, content("kept"), Map.of())).isTrue();
        assertThat(text(path)).isEqualTo("kept");
    }

    /** R15: who asks then finds its own bytes, and knows that the first try came through. */
    @Test
    void aLostAnswerLooksLikeAFileThatIsThere() throws IOException {
        bucket.next(Fault.LOST_ANSWER);
        String path = name(TIME, "tap").path();
        assertThat(lake.create(path, content("kept"), Map.of())).isFalse();
        assertThat(text(path)).isEqualTo("kept");
    }

    @Test
    void whatIsRefusedForGoodSaysWhereAndWhy() {
        bucket.next(Fault.FORBIDDEN);
        String path = name(TIME, "tap").path();
        assertThatThrownBy(() -> lake.create(path, content("x"), Map.of())).isInstanceOf(IOException.class)
                .hasMessageContaining("s3://bucket/lake/" + path)
                .hasMessageContaining("403");
        assertThatThrownBy(() -> lake.open(path)).isInstanceOf(NoSuchFileException.class);
        assertThat(bucket.objects()).isEmpty();
    }

    @Test
    void aLargeObjectNeedNotBeReadToItsEnd() throws IOException {
        lake.create("large", Files.write(folder.resolve("large"), new byte[8 << 20]), Map.of());
        try (InputStream in = lake.open("large")) {
            assertThat(in.read()).isZero();
        }
        assertThat(text("large")).hasSize(8 << 20);
    }

    @Test
    void r05DataFilesAreFoundWhereverTheyAre() throws IOException {
        lake.put("batch 1.json", "12345".getBytes(StandardCharsets.UTF_8));
        var client = bucket.client();
        var files = new BucketDataFiles(() -> client, new LocalDataFiles(folder));
        assertThat(files.find("s3://bucket/lake/batch 1.json"))
                .contains(new Facts.DataFile(5, Optional.of("etag-5")));
        assertThat(files.find("s3://bucket/lake/none")).isEmpty();
        content("local");
        assertThat(files.find("content")).contains(new Facts.DataFile(5, Optional.empty()));
        files.fetch("s3://bucket/lake/batch 1.json", folder.resolve("copy"));
        assertThat(folder.resolve("copy")).hasContent("12345");
        assertThatThrownBy(() -> files.fetch("s3://bucket/none", folder.resolve("copy")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void r28TheFilesOfAFolderHaveTheNamesThatUrisOfThemHave() throws IOException {
        for (String path : List.of("data/1 x.gz", "data/deep/2.gz", "data2/3.gz")) {
            lake.put(path, new byte[3]);
        }
        var client = bucket.client();
        var files = new BucketDataFiles(() -> client, new LocalDataFiles(folder));
        var found = new ArrayList<Listed>();
        files.list("S3://bucket/lake/data/", false, found::add);
        assertThat(found).containsExactly(new Listed("s3://bucket/lake/data/1 x.gz", 3, StubBucket.MODIFIED));
        assertThat(files.nameOf("S3://bucket/lake/data/1 x.gz")).contains(found.getFirst().name());
        for (String nothing : List.of("s3://", "s3://bucket", "s3:///key")) {
            assertThat(files.nameOf(nothing)).as(nothing).isEmpty();
            assertThat(files.find(nothing)).as(nothing).isEmpty();
        }
        files.list("s3://bucket/lake/data/", true, found::add);
        assertThat(found).hasSize(3);
    }

    /** R26: looked through and given away with one request for each log. */
    @Test
    void aReplayAsksForEachLogOnce() throws IOException {
        byte[] log = "{\"type\":\"STATE\",\"value\":1}\n".getBytes(StandardCharsets.UTF_8);
        List<String> paths = Stream.of(0, 1, 2).map(i -> name(TIME.plusMillis(i), "tap").path()).toList();
        for (String path : paths) {
            lake.put(path, log);
        }
        var out = new ByteArrayOutputStream();
        try (var spooled = new SpooledLake(lake, folder, 1 << 20)) {
            new OrderedReplay(spooled, LogRange.ALL, Selection.ALL, Optional.empty(), Progress.NONE)
                    .to(out, OutputStream.nullOutputStream());
        }
        assertThat(out.size()).isEqualTo(3 * log.length);
        assertThat(bucket.gets()).filteredOn(key -> key.endsWith(".singer.jsonl"))
                .containsExactlyElementsOf(paths.stream().map(path -> "lake/" + path).toList());
    }

    @Test
    void aUriWithoutABucketIsRefused() {
        assertThatThrownBy(() -> new S3Lakes(Map.of()).open("s3:///lake", LogTemplate.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s3://bucket/prefix");
    }
}
