package dev.tally.singer.replay;

import java.io.OutputStream;

/** Starts loaders: programs that read messages and load them somewhere, as Singer's targets do. May be used by several threads. */
public interface Loaders {
    /** @throws UnstartableLoaderException if it cannot be started */
    Loader start();

    /** A loader that runs. */
    interface Loader {
        /** What it reads. To close it tells the loader that there is no more. */
        OutputStream input();

        /** Waits until it has ended. */
        Ending await() throws InterruptedException;

        /** Ends it at once. */
        void kill();
    }

    /**
     * How a loader ended.
     *
     * @param lastLine the last line that it printed; empty if there was none
     */
    record Ending(int exitCode, String lastLine) {}
}
