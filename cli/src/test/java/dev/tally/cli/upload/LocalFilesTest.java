package dev.tally.cli.upload;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

final class LocalFilesTest {
    @TempDir
    private Path folder;

    @Test
    void partsOfNamesHaveSlashesBetweenThemOnWindowsToo_MAN_07() throws IOException {
        try (var windows = Jimfs.newFileSystem(Configuration.windows())) {
            var root = Files.createDirectories(windows.getPath("C:\\data\\sub"));
            Files.writeString(root.resolve("a.csv"), "a");
            var found = LocalFiles.find(List.of(windows.getPath("C:\\data")), List.of());
            assertThat(found.files()).extracting(LocalFile::name).containsExactly("sub/a.csv");
        }
    }

    @Test
    void aBackslashIsACharacterWhereItIsOne_MAN_07() throws IOException {
        Files.writeString(folder.resolve("a\\b.csv"), "a");
        assertThat(LocalFiles.find(List.of(folder), List.of()).files()).extracting(LocalFile::name)
                .containsExactly("a\\b.csv");
    }

    @Test
    void followsLinksAndTellsOfThoseThatLeadNowhere() throws IOException {
        Files.createDirectory(folder.resolve("real"));
        Files.writeString(folder.resolve("real/a"), "a");
        Files.createSymbolicLink(folder.resolve("again"), folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("nowhere"));
        Files.createSymbolicLink(folder.resolve("real/loop"), folder);
        var found = LocalFiles.find(List.of(folder), List.of());
        assertThat(found.files()).extracting(LocalFile::name).contains("again/a", "real/a");
        assertThat(found.problems()).anySatisfy(problem -> assertThat(problem).endsWith("broken does not exist"))
                .anySatisfy(problem -> assertThat(problem).contains("loop is a link to a folder that it is in"));
    }

    @Test
    void leavesOutWhatIsExcludedByNameOrByLastPart() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        for (String name : List.of("a.csv", "a.tmp", "sub/b.tmp", "sub/c.csv")) {
            Files.writeString(folder.resolve(name), name);
        }
        var byLast = FileSystems.getDefault().getPathMatcher("glob:*.tmp");
        var byName = FileSystems.getDefault().getPathMatcher("glob:sub/c*");
        assertThat(LocalFiles.find(List.of(folder), List.of(byLast, byName)).files()).extracting(LocalFile::name)
                .containsExactly("a.csv");
    }
}
