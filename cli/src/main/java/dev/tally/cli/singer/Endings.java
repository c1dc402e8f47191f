package dev.tally.cli.singer;

import dev.tally.singer.record.Recorder;

/**
 * What signals do to a recording. Of a pipe it ends at once, with what was read. A tap that was started here is asked first, so that it can
 * say its last STATE; the second signal does not wait for it any more.
 */
final class Endings {
    private final Recorder recorder;
    private final Tap tap;
    private final boolean onTerminal;

    /** @param onTerminal whether an interrupt is typed, and has reached the tap as well */
    Endings(Recorder recorder, Tap tap, boolean onTerminal) {
        this.recorder = recorder;
        this.tap = tap;
        this.onTerminal = onTerminal;
    }

    synchronized void accept(Signals signal) {
        switch (tap) {
            case Tap.Pipe _ -> recorder.stop(signal.number());
            case TapCommand command -> {
                recorder.interrupted(signal.number());
                command.end(signal, signal == Signals.INT && onTerminal);
            }
        }
    }
}
