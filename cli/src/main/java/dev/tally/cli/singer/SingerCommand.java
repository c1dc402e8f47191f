package dev.tally.cli.singer;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;

import dev.tally.cli.Trouble;

/** Singer's messages, kept and replayed. */
@Command(name = "singer", mixinStandardHelpOptions = true, description = "Keeps the messages of Singer taps in a lake, and replays them.")
public final class SingerCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw Trouble.usage(
                "Say what to do with Singer messages: record, replay, verify, ls, summary, state or retain.",
                "tally singer --help");
    }
}
