package dev.tally.cli.singer;

import java.time.Duration;
import java.time.Instant;

import dev.tally.cli.Shell;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.LiveLine;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.replay.Progress;

/** How many logs and messages so far: a line that moves on a terminal, elsewhere a line now and then. */
final class ReplayProgress implements Progress, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final Shell shell;
    private final String verb;
    private final LiveLine live;
    private final Instant begin;
    private Instant lastLine;
    private long logs;
    private long messages;

    /** @param verb what is done with the logs, in the past tense */
    ReplayProgress(Shell shell, String verb) {
        this.shell = shell;
        this.verb = verb;
        live = new LiveLine(shell.err(), shell.terminal());
        begin = shell.clock().instant();
        lastLine = begin;
    }

    @Override
    public void gave(LogEntry log, long count) {
        logs++;
        messages += count;
        Instant now = shell.clock().instant();
        if (live.isLive()) {
            live.draw(text(now) + "  " + log.name().path());
        } else if (Duration.between(lastLine, now).compareTo(BETWEEN_LINES) > 0) {
            lastLine = now;
            live.print("tally: " + text(now));
        }
    }

    long logs() {
        return logs;
    }

    /** Takes the moving line away, and says how it ended. */
    void end(String text) {
        live.close();
        shell.err().println("tally: " + text);
        shell.err().flush();
    }

    String total(long count) {
        return verb + " " + Human.count(count, "message", "messages") + " of " + Human.count(logs, "log", "logs")
                + " in "
                + Human.duration(Duration.between(begin, shell.clock().instant())) + ".";
    }

    private String text(Instant now) {
        double seconds = Math.max(0.001, Duration.between(begin, now).toMillis() / 1000.0);
        return verb + " " + Human.count(messages, "message", "messages") + " of " + Human.count(logs, "log", "logs")
                + ", "
                + Human.count(Math.round(messages / seconds), "message", "messages") + "/s";
    }

    @Override
    public void close() {
        live.close();
    }
}
