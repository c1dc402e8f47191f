package dev.tally.singer.record;

import java.io.IOException;

import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.Facts.End;

/**
 * Where the lines of a run go. Whoever calls {@link #take} and {@link #endBlock} holds the recording's monitor from the first line of a
 * block to its end; a recording may act by itself in between, under the monitor too.
 */
interface Recording {
    /**
     * The next line, with its line feed; its bytes stay as they are until the end of the block.
     *
     * @param sniffer which has just looked at it
     */
    void take(byte[] buffer, int from, int to, MessageType type, Sniffer sniffer) throws IOException;

    /** Whatever was taken has to be kept now, such that an end of this process does not lose it. */
    void endBlock() throws IOException;

    /** Whatever was taken is to reach the lake. */
    void finish(LastLine last, End end) throws IOException;

    /** After one of the others failed: what was kept until then is to reach the lake. */
    void rescue(End end) throws IOException;

    /** How many messages were kept until now, and where they are. */
    Recorder.Kept kept();
}
