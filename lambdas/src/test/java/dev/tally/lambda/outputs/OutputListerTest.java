package dev.tally.lambda.outputs;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.storage.Entry;
import dev.tally.storage.FakeObjects;

import static org.assertj.core.api.Assertions.assertThat;

final class OutputListerTest {
    private static final FileRef FOLDER = new FileRef("work", "outputs/demo/d/r/1/");
    private static final FileRef LIST = new FileRef("work", "outputs/demo/d/r/1.outputs.jsonl");

    private final FakeObjects objects = new FakeObjects();
    private final OutputLister lister = new OutputLister(objects, objects, objects);

    private FileRef output(String path) {
        return new FileRef("work", FOLDER.key() + path);
    }

    private List<Entry> listed() {
        return objects.text(LIST).lines().map(Entry::parse).toList();
    }

    @Test
    void listsEachFileInTheVersionThatIsThere() {
        objects.keeping(ChecksumAlgorithm.CRC64NVME);
        objects.store(output("plot.png"), "an older version");
        objects.store(output("plot.png"), "pixels");
        objects.store(output("a/b c+%.csv"), "1,2");

        assertThat(lister.list(FOLDER, LIST)).isEqualTo(new OutputLister.Written(2, 9));
        assertThat(listed()).extracting(Entry::path).containsExactly("a/b c+%.csv", "plot.png");
        assertThat((Entry.File) listed().getLast()).satisfies(file -> {
            assertThat(file.versionId()).contains("v2");
            assertThat(file.size()).isEqualTo(6);
            assertThat(file.checksums()).isEqualTo(FakeObjects.checksums("pixels".getBytes(StandardCharsets.UTF_8),
                    Set.of(ChecksumAlgorithm.CRC64NVME)));
        });
    }

    @Test
    @DisplayName("A job that wrote nothing is fine")
    void anEmptyListIsAListToo() {
        assertThat(lister.list(FOLDER, LIST)).isEqualTo(new OutputLister.Written(0, 0));
        assertThat(listed()).isEmpty();
    }

    @Test
    @DisplayName("KEY-05: what consoles show as a folder is no file; what only looks like it is")
    void leavesFoldersOut() {
        objects.store(output("plots/"), "");
        objects.store(output("odd/"), "content");
        objects.store(output("empty.csv"), "");

        assertThat(lister.list(FOLDER, LIST)).isEqualTo(new OutputLister.Written(2, 7));
        assertThat(listed()).extracting(Entry::path).containsExactly("empty.csv", "odd/");
    }

    @Test
    @DisplayName("Its own list and other attempts' files are beside the folder")
    void leavesOtherAttemptsOut() {
        objects.store(output("a"), "1");
        objects.store(new FileRef("work", "outputs/demo/d/r/10/a"), "1");
        lister.list(FOLDER, LIST);

        assertThat(lister.list(FOLDER, LIST)).isEqualTo(new OutputLister.Written(1, 1));
    }

    @Test
    void listsManyFiles() {
        for (int i = 0; i < 1000; i++) {
            objects.store(output("f" + i), "x");
        }

        assertThat(lister.list(FOLDER, LIST)).isEqualTo(new OutputLister.Written(1000, 1000));
        assertThat(listed()).hasSize(1000).isSortedAccordingTo((a, b) -> a.path().compareTo(b.path()));
    }
}
