package dev.tally.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.LiveLine;
import dev.tally.cli.terminal.Style;
import dev.tally.local.Phase;
import dev.tally.local.Progress;

/** Shows which steps of bringing a cloud up are under way, and how long each took. */
final class PhaseProgress implements Progress, AutoCloseable {
    private static final String[] WHEEL = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final String[] PLAIN_WHEEL = {"|", "/", "-", "\\"};

    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(120);

    private final Shell shell;
    private final LiveLine live;
    private final List<Phase> open = new ArrayList<>();
    private final Thread drawing = Thread.ofVirtual().unstarted(this::drawAgainAndAgain);
    private final long begin = System.nanoTime();
    private int turn;

    PhaseProgress(Shell shell) {
        this.shell = shell;
        this.live = new LiveLine(shell.err(), shell.terminal());
        if (live.isLive()) {
            drawing.start();
        }
    }

    @Override
    public synchronized void started(Phase phase) {
        open.add(phase);
    }

    @Override
    public synchronized void finished(Phase phase, Duration took) {
        open.remove(phase);
        String sign = Style.GOOD.on(shell.terminal().unicode() ? "✓" : "ok",
                live.isLive() && shell.terminal().colour());
        live.print("  " + sign + " " + phase.title() + "  " + Human.duration(took));
    }

    private void drawAgainAndAgain() {
        try {
            while (true) {
                draw();
                Thread.sleep(BETWEEN_DRAWINGS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void draw() {
        if (open.isEmpty()) {
            return;
        }
        var wheel = shell.terminal().unicode() ? WHEEL : PLAIN_WHEEL;
        turn = (turn + 1) % wheel.length;
        live.draw("  " + wheel[turn] + " " + open.stream().map(Phase::title).collect(Collectors.joining(", ")) + " … "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
    }

    @Override
    public void close() {
        drawing.interrupt();
        live.close();
    }
}
