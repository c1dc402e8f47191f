package dev.tally.singer.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

import dev.tally.singer.lake.Lake;
import dev.tally.singer.read.Survey;
import dev.tally.singer.replay.Loaders.Ending;
import dev.tally.singer.replay.Loaders.Loader;

/**
 * Has one unit loaded by a loader of its own. The loader gets no STATE of the tap, for none is true of what it alone has loaded; at its end
 * it gets one that was never there before. Only a loader that tells this one and ends with exit code 0 has loaded all: one that was
 * killed, saw its input end early, or tells a STATE before its time, as some do, does not.
 */
final class UnitLoad {
    private final Lake lake;
    private final Selection selection;
    private final Loaders loaders;
    private final String replay;
    private final Ledger ledger;
    private final OutputStream invalid;

    /**
     * @param replay a name that no other replay has
     * @param ledger what was loaded before this replay
     * @param invalid gets the lines that are skipped for being no messages; several threads write to it
     */
    UnitLoad(Lake lake, Selection selection, Loaders loaders, String replay, Ledger ledger, OutputStream invalid) {
        this.lake = lake;
        this.selection = selection;
        this.loaders = loaders;
        this.replay = replay;
        this.ledger = ledger;
        this.invalid = invalid;
    }

    /**
     * Loads it; takes as long as the loader does.
     *
     * @return how many messages the loader was given
     * @throws LoaderFailedException if it is not known to be loaded
     */
    long load(Unit unit) throws IOException, InterruptedException {
        String mark = replay + "-" + unit.number();
        Loader loader = loaders.start();
        long messages = 0;
        try {
            messages = feed(unit, mark, new TargetStream(loader.input()));
        } catch (TargetGoneException gone) {
            // How it ended tells why.
        } catch (IOException | RuntimeException failed) {
            loader.kill();
            throw failed;
        }
        Ending ending = loader.await();
        if (ending.exitCode() != 0 || !ending.lastLine().contains(mark)) {
            throw new LoaderFailedException(unit, ending);
        }
        return messages;
    }

    private long feed(Unit unit, String mark, OutputStream out) throws IOException {
        var introduced = new Introduced();
        long messages = 0;
        for (Survey log : unit.logs()) {
            var choice = new LogCopy.Choice(
                    stream -> selection.wants(stream) && unit.wants(stream) && !ledger.isLoaded(log.path(), stream),
                    false,
                    unit.lane() == 0, stream -> selection.selfContained() || introduced.isMissing(stream, log));
            try (InputStream content = log.open(lake)) {
                messages += new LogCopy(log, selection, choice, out, invalid).copy(content);
            }
            introduced.took(log);
        }
        // Targets that merge states look for bookmarks.
        out.write(("{\"type\":\"STATE\",\"value\":{\"bookmarks\":{},\"tally_replay\":\"" + mark + "\"}}\n")
                .getBytes(StandardCharsets.UTF_8));
        out.close();
        return messages;
    }
}
