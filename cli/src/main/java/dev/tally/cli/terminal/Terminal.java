package dev.tally.cli.terminal;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What the two output streams can show.
 *
 * @param outIsTerminal whether people read the standard output as it comes
 * @param live whether the error stream is a terminal whose last line may be drawn again and again
 * @param colour whether the standard output may be coloured
 * @param unicode whether line-drawing and other non-ASCII signs of ours can be shown; names are printed as they are anyway
 * @param columns the width in cells, at least 20
 */
public record Terminal(boolean outIsTerminal, boolean live, boolean colour, boolean unicode, int columns) {

    private static final int DEFAULT_COLUMNS = 100;
    private static final int SMALLEST = 20;

    public Terminal {
        columns = Math.max(SMALLEST, columns);
    }

    /** Neither a terminal nor colours: what a pipe or a file gets. */
    public static Terminal plain() {
        return new Terminal(false, false, false, true, DEFAULT_COLUMNS);
    }

    /**
     * The launcher, which can ask cheaply, says in {@code TALLY_TERMINAL} which streams are terminals ({@code out}, {@code err}). Without the
     * launcher Java can only tell whether both input and output are.
     */
    public static Terminal of(Map<String, String> environment) {
        var told = environment.get("TALLY_TERMINAL");
        boolean both = told == null && bothAreTerminals();
        boolean out = told == null ? both : told.contains("out");
        boolean err = told == null ? both : told.contains("err");
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty() && !dumb;
        boolean unicode = !"1".equals(environment.get("TALLY_ASCII"));
        return new Terminal(out, err && !dumb, out && colours, unicode, columns(environment.get("COLUMNS")));
    }

    private static boolean bothAreTerminals() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    private static int columns(@Nullable String text) {
        try {
            return text == null ? DEFAULT_COLUMNS : Integer.parseInt(text.strip());
        } catch (NumberFormatException notANumber) {
            return DEFAULT_COLUMNS;
        }
    }
}
