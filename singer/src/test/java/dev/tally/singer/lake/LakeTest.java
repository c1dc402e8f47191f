package dev.tally.singer.lake;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What every lake keeps, held by the folder and by its twin in memory. */
final class LakeTest {
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r15NothingIsEverOverwritten(boolean inFolder) throws IOException {
        var lake = lake(inFolder);
        String path = name(TIME, "tap").path();
        assertThat(lake.create(path, content("first"), Map.of())).isTrue();
        assertThat(lake.create(path, content("second"), Map.of())).isFalse();
        assertThat(text(lake, path)).isEqualTo("first");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r14FilesAreListedInTheOrderInWhichTheyWereMade(boolean inFolder) throws IOException {
        var lake = lake(inFolder);
        var early = name(TIME, "b");
        var middle = name(TIME.plusMillis(1), "a");
        var late = name(TIME.plusSeconds(86_400), "b");
        for (LogName name : List.of(late, early, middle)) {
            lake.create(name.path(), content(name.path()), Map.of());
            lake.put(name.facts(), new byte[0]);
        }
        assertThat(list(lake, LogRange.ALL)).containsExactly(early, middle, late);
        assertThat(list(lake, new LogRange(Set.of("b"), Optional.empty(), Optional.empty()))).containsExactly(early,
                late);
        assertThat(list(lake, LogRange.between(Set.of(), Optional.of(TIME.plusMillis(1)), Optional.empty())))
                .containsExactly(middle, late);
        assertThat(list(lake, LogRange.between(Set.of(), Optional.of(TIME), Optional.of(TIME.plusMillis(1)))))
                .containsExactly(early);
        assertThat(list(lake, new LogRange(Set.of(), Optional.of(middle.ulid()), Optional.of(middle.ulid()))))
                .containsExactly(middle);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void smallFilesAreReplacedAndDeleted(boolean inFolder) throws IOException {
        var lake = lake(inFolder);
        lake.put("a/x.json", "1".getBytes(StandardCharsets.UTF_8));
        lake.put("a/x.json", "2".getBytes(StandardCharsets.UTF_8));
        assertThat(text(lake, "a/x.json")).isEqualTo("2");
        lake.delete("a/x.json");
        lake.delete("a/x.json");
        assertThatThrownBy(() -> lake.open("a/x.json")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void r12AFolderHasNothingButWholeFiles() throws IOException {
        var lake = lake(true);
        lake.create(name(TIME, "tap").path(), content("x"), Map.of());
        lake.create(name(TIME, "tap").path(), content("y"), Map.of());
        lake.put("tap/y", new byte[0]);
        try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(2);
        }
        Files.createDirectories(folder.resolve("lake/.spool"));
        Files.writeString(folder.resolve("lake/.spool/" + name(TIME, "t").fileName()), "");
        assertThat(list(lake, LogRange.ALL)).hasSize(1);
    }

    @Test
    void aPathThatLeadsOutOfTheFolderIsNotFollowed() {
        assertThatThrownBy(() -> lake(true).open("../x")).isInstanceOf(NoSuchFileException.class);
    }

    /** A file has one name, by whatever URI or link it was found, and its folder tells the same one. */
    @Test
    void r28TheFilesOfAFolderHaveTheNamesThatUrisOfThemHave() throws IOException {
        Path data = Files.createDirectories(folder.resolve("d a%ta/deep"));
        Files.writeString(data.resolveSibling("1 x.gz"), "123");
        Files.writeString(data.resolve("2.gz"), "");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("d a%ta"));
        var files = new LocalDataFiles(folder);
        var names = new TreeSet<String>();
        files.list(folder.resolve("d a%ta").toUri().toString(), false, file -> names.add(file.name()));
        for (String uri : List.of("d a%ta/1 x.gz", "file://d%20a%25ta/1%20x.gz", "link/1 x.gz", "d a%ta/deep/../1 x.gz",
                folder.resolve("d a%ta/1 x.gz").toUri().toString())) {
            assertThat(files.nameOf(uri)).as(uri).contains(names.first());
            assertThat(files.find(files.nameOf(uri).orElseThrow()).orElseThrow().bytes()).isEqualTo(3);
        }
        assertThat(names).hasSize(1);
        files.list("link", true, file -> names.add(file.name()));
        assertThat(names).hasSize(2);
        assertThatThrownBy(() -> files.list("none", true, file -> {})).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> files.list("gs://b/", true, file -> {})).isInstanceOf(IOException.class)
                .hasMessageContaining("gs://b/");
    }

    @Test
    void r05LakesAreOpenedByTheirUris() {
        var other = new InMemoryLake();
        var lakes = new Lakes(Map.of("memory", (uri, template) -> other));
        assertThat(lakes.open("memory://x", folder, LogTemplate.DEFAULT)).isSameAs(other);
        for (String uri : List.of("lake", "file://lake", folder.resolve("lake").toUri().toString(),
                folder.resolve("lake").toString())) {
            assertThat(lakes.open(uri, folder, LogTemplate.DEFAULT).folder()).as(uri).contains(folder.resolve("lake"));
        }
        for (String uri : List.of("ftp://x", "", "file://")) {
            assertThatThrownBy(() -> lakes.open(uri, folder, LogTemplate.DEFAULT)).as(uri)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("memory://…");
        }
    }

    private Lake lake(boolean inFolder) {
        return inFolder ? new FolderLake(folder.resolve("lake"), LogTemplate.DEFAULT) : new InMemoryLake();
    }

    private static LogName name(Instant time, String tap) {
        return LogTemplate.DEFAULT.name(Ulid.lowest(time), tap, "", false);
    }

    private static List<LogName> list(Lake lake, LogRange range) throws IOException {
        var names = new ArrayList<LogName>();
        lake.list(range, entry -> names.add(entry.name()));
        return names;
    }

    private Path content(String text) throws IOException {
        return Files.writeString(folder.resolve("content"), text);
    }

    private static String text(Lake lake, String path) throws IOException {
        try (InputStream in = lake.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** R26: a log can name anything. */
    @ParameterizedTest
    @ValueSource(strings = {"file:///", "/", "", "file://", "data/", "a\u0000b", "dir\u0000/a"})
    void whatCannotBeTheNameOfAFileIsNotThere(String uri) throws IOException {
        var files = new LocalDataFiles(folder);
        assertThat(files.find(uri)).isEmpty();
        assertThat(files.nameOf(uri)).isEmpty();
        assertThatThrownBy(() -> files.fetch(uri, folder.resolve("copy"))).isInstanceOf(NoSuchFileException.class);
    }
}
