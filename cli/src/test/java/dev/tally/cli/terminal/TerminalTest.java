package dev.tally.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;

import static org.assertj.core.api.Assertions.assertThat;

final class TerminalTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"0, 0 B", "999, 999 B", "1000, 1.00 kB", "2077696, 2.08 MB", "999499, 999 kB", "999500, 1.00 MB",
        "5497558138880, 5.50 TB", "9223372036854775807, 9.22 EB"})
    void bytesHaveThreeDigits_EVT_10(long bytes, String text) {
        assertThat(Human.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"PT1S, now", "PT59S, 59 s ago", "PT60S, 1 min ago", "PT119M, 1 h ago", "PT24H, 1 day ago",
        "PT49H, 2 days ago", "PT-2H, in 2 h"})
    void timesAreTold(Duration before, String text) {
        assertThat(Human.ago(NOW.minus(before), NOW)).isEqualTo(text);
    }

    @Test
    void widthsCountCellsAndNotCharacters() {
        assertThat(Width.of("e\u0301")).isEqualTo(1);
        assertThat(Width.of("日本")).isEqualTo(4);
        assertThat(Width.cut("abcdefghij", 7, true)).isEqualTo("abc…hij");
        assertThat(Width.of(Width.cut("日本語日本語日本語", 8, true))).isLessThanOrEqualTo(8);
    }

    @Test
    void aTableGivesWayOnANarrowTerminalOnly() {
        var table = new Table(Column.flexible("NAME"), Column.right("SIZE"));
        table.add(Cell.of("a-rather-long-name-of-a-file-that-does-not-fit.fits"), Cell.of("1"));
        var narrow = new Terminal(true, true, false, true, 30);
        assertThat(table.lines(narrow)).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(30));
        assertThat(table.lines(Terminal.plain()).get(1))
                .contains("a-rather-long-name-of-a-file-that-does-not-fit.fits");
    }

    @Test
    void theLauncherSaysWhatIsATerminal() {
        assertThat(Terminal.of(Map.of("TALLY_TERMINAL", "err"))).isEqualTo(new Terminal(false, true, false, true, 100));
        assertThat(Terminal.of(Map.of("TALLY_TERMINAL", "outerr", "TERM", "dumb", "COLUMNS", "7", "TALLY_ASCII", "1")))
                .isEqualTo(new Terminal(true, false, false, false, 20));
    }

    @Test
    void aLiveLineGoesAwayBeforeAnythingElseIsPrinted() {
        var err = new StringWriter();
        try (var line = new LiveLine(new PrintWriter(err), new Terminal(true, true, true, true, 40))) {
            line.draw("half");
            line.print("done");
        }
        assertThat(err.toString()).isEqualTo("\r\u001b[2Khalf\r\u001b[2Kdone\n");
        var file = new StringWriter();
        try (var line = new LiveLine(new PrintWriter(file), Terminal.plain())) {
            line.draw("half");
        }
        assertThat(file.toString()).isEmpty();
    }

    @Test
    void aBarIsAsWideAsItIsSaid() {
        assertThat(Bar.of(1, 2, 10, true)).isEqualTo("█████·····");
        assertThat(Bar.of(0, 0, 4, true)).isEqualTo("████");
        assertThat(Bar.of(1, 4, 8, false)).isEqualTo("[##......]");
        assertThat(Bar.of(33, 100, 10, true)).hasSize(10);
    }
}
