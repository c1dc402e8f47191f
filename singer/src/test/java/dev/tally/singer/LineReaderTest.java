package dev.tally.singer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class LineReaderTest {
    @Test
    void carriageReturnsBelongToTheirLine() throws IOException {
        assertThat(lines("a\r\n\r\nb\rc\n", 1)).containsExactly("a\r\n", "\r\n", "b\rc\n");
    }

    @Test
    void aLastLineWithoutALineFeedIsALine() throws IOException {
        var reader = new LineReader(new ByteArrayInputStream("a\nb".getBytes(StandardCharsets.UTF_8)));
        assertThat(reader.next()).isTrue();
        assertThat(reader.isTerminated()).isTrue();
        assertThat(reader.next()).isTrue();
        assertThat(reader.isTerminated()).isFalse();
        assertThat(reader.next()).isFalse();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void aLineMayBeLongerThanTheBuffer() throws IOException {
        String line = "x".repeat(1_000_000) + "\n";
        assertThat(lines(line + "y\n" + line, 100_000)).containsExactly(line, "y\n", line);
    }

    @Test
    void whatWasReadIsGivenBeforeMoreIsWaitedFor() throws IOException {
        var reader = new LineReader(chunks("a\nb\nc", 5));
        assertThat(reader.nextRead()).isFalse();
        assertThat(reader.readMore()).isTrue();
        assertThat(reader.nextRead()).isTrue();
        int start = reader.start();
        assertThat(reader.nextRead()).isTrue();
        assertThat(reader.nextRead()).isFalse();
        assertThat(new String(reader.buffer(), start, reader.end() - start, StandardCharsets.UTF_8))
                .isEqualTo("a\nb\n");
        assertThat(reader.readMore()).isFalse();
        assertThat(reader.nextUnterminated()).isTrue();
    }

    @Property(tries = 300)
    void linesTogetherAreTheStream(@ForAll @Chars({'a', '\n', '\r'}) @StringLength(max = 40) String text,
            @ForAll @IntRange(min = 1, max = 9) int chunk) throws IOException {
        var lines = lines(text, chunk);
        assertThat(String.join("", lines)).isEqualTo(text);
        assertThat(lines).allMatch(line -> line.indexOf('\n') < 0 || line.indexOf('\n') == line.length() - 1);
    }

    private static List<String> lines(String text, int chunk) throws IOException {
        var lines = new ArrayList<String>();
        var reader = new LineReader(chunks(text, chunk));
        while (reader.next()) {
            lines.add(new String(reader.buffer(), reader.start(), reader.end() - reader.start(),
                    StandardCharsets.UTF_8));
        }
        return lines;
    }

    /** A pipe into which so many bytes are written at a time. */
    private static InputStream chunks(String text, int size) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, size));
            }
        };
    }
}
