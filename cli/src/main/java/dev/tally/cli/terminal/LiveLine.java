package dev.tally.cli.terminal;

import java.io.PrintWriter;

/**
 * One line at the bottom of a terminal that is drawn again and again, and goes away before anything else is printed. On anything that is no
 * terminal it draws nothing. Thread-safe.
 */
public final class LiveLine implements AutoCloseable {

    private static final String ERASE = "\r\u001b[2K";
    private static final long NANOS_BETWEEN_DRAWINGS = 80_000_000;

    private final PrintWriter err;
    private final Terminal terminal;
    private boolean drawn;
    private long lastDrawing;

    public LiveLine(PrintWriter err, Terminal terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    public boolean isLive() {
        return terminal.live();
    }

    /** Draws the line, unless it was drawn a moment ago. The text holds no colours, so that it can be cut to fit. */
    public synchronized void draw(String text) {
        long now = System.nanoTime();
        if (!terminal.live() || (drawn && now - lastDrawing < NANOS_BETWEEN_DRAWINGS)) {
            return;
        }
        lastDrawing = now;
        drawn = true;
        err.print(ERASE + Width.cut(Printable.of(text), terminal.columns() - 1, terminal.unicode()));
        err.flush();
    }

    /** Takes the line away, and prints another one for good in its place. */
    public synchronized void print(String line) {
        clear();
        err.println(line);
        err.flush();
    }

    @Override
    public void close() {
        clear();
    }

    /** Takes the line away; it can be drawn again. */
    public synchronized void clear() {
        if (drawn) {
            drawn = false;
            err.print(ERASE);
            err.flush();
        }
    }
}
