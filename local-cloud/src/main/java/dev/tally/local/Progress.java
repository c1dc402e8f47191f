package dev.tally.local;

import java.time.Duration;

/** Is told how bringing a local cloud up goes on. Called from several threads. */
public interface Progress {

    void started(Phase phase);

    void finished(Phase phase, Duration took);

    /** Keeps quiet. */
    static Progress silent() {
        return new Progress() {
            @Override
            public void started(Phase phase) {}

            @Override
            public void finished(Phase phase, Duration took) {}
        };
    }
}
