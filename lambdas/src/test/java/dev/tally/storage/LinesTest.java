package dev.tally.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class LinesTest {
    private static final FileRef FILE = new FileRef("work", "lines");
    private static final String TEXT = "first\n\nthe third, in UTF-8: é\nlast\n";

    private final FakeObjects objects = new FakeObjects();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 16, 1000})
    void areTheSameWhateverTheBlocks(int block) {
        objects.store(FILE, TEXT);
        Lines lines = new Lines(objects, ObjectVersion.only(FILE), 0, length(TEXT), block);
        List<Lines.Line> all = new ArrayList<>(lines.next(3));
        all.addAll(lines.next(3));

        assertThat(all).extracting(Lines.Line::text).containsExactly("first", "", "the third, in UTF-8: é", "last");
        assertThat(all).extracting(Lines.Line::offset).containsExactly(0L, 6L, 7L, 31L);
        assertThat(all).extracting(Lines.Line::next).containsExactly(6L, 7L, 31L, 36L);
        assertThat(lines.next(1)).isEmpty();
    }

    @Test
    void areThoseOfTheRange() {
        objects.store(FILE, TEXT);

        assertThat(new Lines(objects, ObjectVersion.only(FILE), 6, 31).next(10)).extracting(Lines.Line::text)
                .containsExactly("", "the third, in UTF-8: é");
    }

    @Test
    void noneInAnEmptyRange() {
        assertThat(new Lines(objects, ObjectVersion.only(FILE), 5, 5).next(10)).isEmpty();
    }

    @Test
    void aRangeThatCutsALineIsRefused() {
        objects.store(FILE, TEXT);
        Lines lines = new Lines(objects, ObjectVersion.only(FILE), 0, 8);

        assertThatThrownBy(() -> lines.next(10)).hasMessageContaining("does not end a line at 8");
    }

    private static long length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
