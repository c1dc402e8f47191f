package dev.tally.cli.singer;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.Shell;
import dev.tally.cli.singer.TapCommand.Patience;
import dev.tally.cli.terminal.Terminal;

import static org.assertj.core.api.Assertions.assertThat;

/** How long a command is waited for that does not end, or leaves others behind. */
@Timeout(60)
final class TapCommandTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private TapCommand tap;

    @AfterEach
    void end() {
        tap.kill();
    }

    @Test
    void aTapThatDoesNotHeedASignalIsKilledAfterTheGrace() throws IOException {
        start(new Patience(SHORT, LONG), "trap '' TERM; echo x; while :; do sleep 0.1; done");
        assertThat(read(2)).isEqualTo("x\n");
        tap.end(Signals.TERM, false);
        assertThat(tap.output().read(new byte[1])).isNegative();
        assertThat(tap.exit()).isEqualTo(137);
        assertThat(notices).singleElement().asString().contains("is killed");
    }

    /** It says something again and again, so there is never silence, and no signal to the tap reaches it. */
    @Test
    void whatTalksOnAfterTheTapIsNotWaitedForBehindASignal() throws IOException {
        start(new Patience(SHORT, LONG), "(trap '' TERM; while sleep 0.1; do echo y; done) & echo x");
        assertThat(read(2)).isEqualTo("x\n");
        assertThat(tap.exit()).isZero();
        tap.end(Signals.TERM, false);
        assertThat(tap.output().readAllBytes()).startsWith((byte) 'y');
        assertThat(notices).singleElement().asString().contains("the recording ends without it");
    }

    @Test
    void norBehindASecondSignal() throws IOException {
        start(new Patience(LONG, LONG), "(trap '' TERM; while sleep 0.1; do echo y; done) & echo x");
        assertThat(read(2)).isEqualTo("x\n");
        assertThat(tap.exit()).isZero();
        tap.end(Signals.TERM, false);
        tap.end(Signals.TERM, false);
        assertThat(tap.output().readAllBytes()).isNotNull();
    }

    @Test
    void soIsOneThatAShellHasStarted() throws IOException {
        start(new Patience(SHORT, LONG), "bash -c \"trap '' TERM; echo x; while :; do sleep 0.1; done\"; true");
        assertThat(read(2)).isEqualTo("x\n");
        tap.end(Signals.TERM, false);
        assertThat(tap.output().read(new byte[1])).isNegative();
        assertThat(tap.exit()).isEqualTo(143);
    }

    @Test
    void aSilentProcessThatHoldsTheOutputIsNotWaitedForLong() throws IOException {
        start(new Patience(LONG, SHORT), "sleep 15 2>/dev/null & echo x; exit 3");
        assertThat(new String(tap.output().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("x\n");
        assertThat(tap.exit()).isEqualTo(3);
        assertThat(notices).singleElement().asString().contains("has said nothing");
    }

    /** While the target takes its time nobody reads, and that is not silence. */
    @Test
    void whatWaitsToBeReadIsRead() throws Exception {
        start(new Patience(LONG, SHORT), "sleep 15 2>/dev/null & head -c 300000 /dev/zero");
        byte[] block = new byte[100_000];
        int read = 0;
        for (int count = tap.output().read(block); count >= 0; count = tap.output().read(block)) {
            read += count;
            if (read < 300_000) {
                Thread.sleep(SHORT.multipliedBy(2));
            }
        }
        assertThat(read).isEqualTo(300_000);
    }

    @Test
    void theOutputEndsWithTheTap() throws IOException {
        start(Patience.DEFAULT, "echo x");
        long begun = System.nanoTime();
        assertThat(new String(tap.output().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("x\n");
        assertThat(tap.exit()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Patience.DEFAULT.quiet());
        assertThat(notices).isEmpty();
    }

    private void start(Patience patience, String script) {
        var nowhere = new PrintWriter(new StringWriter());
        tap = TapCommand.start(List.of("bash", "-c", script),
                new Shell(Map.of(), folder, nowhere, nowhere, Terminal.of(Map.of()), InstantSource.system()), patience,
                notices::add);
    }

    private String read(int bytes) throws IOException {
        return new String(tap.output().readNBytes(bytes), StandardCharsets.UTF_8);
    }
}
