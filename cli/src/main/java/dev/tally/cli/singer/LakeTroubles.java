package dev.tally.cli.singer;

import dev.tally.cli.Trouble;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.Fault;

/** What is wrong with a lake, as a message that says what to do next. */
final class LakeTroubles {
    private LakeTroubles() {}

    static Trouble noLogs(Lake lake) {
        return Trouble.notFound("There are no logs in that range of " + lake.uri() + ".",
                "Look at the lake's URI, or leave --tap and the range out.");
    }

    static Trouble of(DamagedLogException damaged) {
        return Trouble.failed(damaged.getMessage() + ".", advice(damaged.fault().kind()));
    }

    private static String advice(Fault.Kind kind) {
        return switch (kind) {
            case UNREADABLE, CHECKSUM, FACTS ->
                "Put the file back from a copy, or leave it out: --to ends before it, --from begins behind it.";
            case GAP -> "Put what is missing back, or begin behind the gap with --from.";
            case DATA_MISSING, DATA_CHANGED -> "With --no-data-check the data files are left to the target.";
            case INVALID_MESSAGE, LOOSE_JSON ->
                "--invalid=keep passes such lines on, --invalid=skip leaves them out, --quarantine FILE writes them to a file.";
        };
    }
}
