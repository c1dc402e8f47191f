package dev.tally.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import dev.tally.cli.terminal.Bar;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.LiveLine;
import dev.tally.cli.upload.Sending;
import dev.tally.cli.upload.Uploads;

/** A bar on a terminal; elsewhere a line now and then, if it takes long. */
final class UploadProgress implements Uploads.Progress, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(15);
    private static final int CELLS = 24;

    private final Shell shell;
    private final UploadOutput output;
    private final int files;
    private final long bytes;
    private final Instant begin;
    private final LiveLine live;
    private final AtomicInteger filesDone = new AtomicInteger();
    private final AtomicLong bytesDone = new AtomicLong();
    private Instant lastLine;

    UploadProgress(Shell shell, UploadOutput output, int files, long bytes) {
        this.shell = shell;
        this.output = output;
        this.files = files;
        this.bytes = bytes;
        this.begin = shell.clock().instant();
        this.lastLine = begin;
        this.live = new LiveLine(shell.err(), shell.terminal());
    }

    @Override
    public void sent(long more) {
        bytesDone.addAndGet(more);
        show();
    }

    @Override
    public synchronized void finished(Sending result) {
        filesDone.incrementAndGet();
        output.file(result);
        show();
    }

    private synchronized void show() {
        var now = shell.clock().instant();
        if (live.isLive()) {
            live.draw(Bar.of(bytesDone.get(), bytes, CELLS, shell.terminal().unicode()) + "  " + text(now));
        } else if (Duration.between(lastLine, now).compareTo(BETWEEN_LINES) > 0) {
            lastLine = now;
            live.print(text(now));
        }
    }

    private String text(Instant now) {
        double seconds = Math.max(0.001, Duration.between(begin, now).toMillis() / 1000.0);
        long done = bytesDone.get();
        long rate = Math.round(done / seconds);
        var text = filesDone.get() + "/" + files + " files  " + Human.bytes(done) + " of " + Human.bytes(bytes) + "  "
                + Human.bytes(rate) + "/s";
        return done == 0 || done >= bytes || seconds < 2
                ? text
                : text + "  " + Human.duration(Duration.ofSeconds((bytes - done) / Math.max(1, rate))) + " left";
    }

    /** Takes the bar away, so that something else can be printed. */
    void end() {
        live.close();
    }

    @Override
    public void close() {
        end();
    }
}
