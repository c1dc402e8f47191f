package dev.tally.singer.inspect;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Survey.Standing;
import dev.tally.singer.read.Surveyor;

/**
 * What of a lake may go (R27): whole runs that ended before a time, but of each tap never the last one that has a STATE, nor what came
 * after it. With a log go its facts and the copies of data files that the lake made for it; a data file that it only names is not the
 * lake's, and stays, and so does one that a kept log names.
 */
public final class Retention {
    private final Lake lake;

    public Retention(Lake lake) {
        this.lake = lake;
    }

    /**
     * What may go.
     *
     * @param copies paths of the lake's own copies
     * @param kept how many logs stay
     * @param unnamed data files that no log will name any more; whoever owns them may delete them
     */
    public record Plan(List<Survey> logs, List<String> copies, long kept, List<String> unnamed) {
        public Plan {
            logs = List.copyOf(logs);
            copies = List.copyOf(copies);
            unnamed = List.copyOf(unnamed);
        }
    }

    /** @param before runs whose last log was begun before it may go */
    public Plan plan(LogRange range, Instant before) throws IOException {
        var surveyor = new Surveyor(lake, Optional.empty());
        var entries = new ArrayList<LogEntry>();
        var beyond = new ArrayList<LogEntry>();
        lake.list(LogRange.ALL, entry -> (range.mayHave(entry) ? entries : beyond).add(entry));
        Map<String, Map<String, List<Survey>>> runsByTap = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            Survey log = surveyor.glance(entry);
            runsByTap.computeIfAbsent(log.tap().orElse(""), tap -> new LinkedHashMap<>())
                    .computeIfAbsent(log.origin().map(origin -> origin.run().text()).orElse(log.path()),
                            run -> new ArrayList<>())
                    .add(log);
        }
        var going = new ArrayList<Survey>();
        var kept = new ArrayList<Survey>();
        runsByTap.forEach((tap, runs) -> divide(new ArrayList<>(runs.values()), before, going, kept));
        return plan(going, kept, beyond);
    }

    /** Deletes what may go. What was begun and broken off is finished by the next time. */
    public void carryOut(Plan plan) throws IOException {
        for (String copy : plan.copies()) {
            lake.delete(copy);
        }
        for (Survey log : plan.logs()) {
            lake.delete(log.path());
            lake.delete(log.entry().name().partial());
            lake.delete(log.entry().name().facts());
        }
    }

    private static void divide(List<List<Survey>> runs, Instant before, List<Survey> going, List<Survey> kept) {
        int lastWithState = runs.size() - 1;
        while (lastWithState > 0 && runs.get(lastWithState).stream().noneMatch(log -> log.content().states() > 0)) {
            lastWithState--;
        }
        for (int run = 0; run < runs.size(); run++) {
            boolean old = runs.get(run)
                    .stream()
                    .allMatch(log -> log.standing() == Standing.CLOSED && log.faults().isEmpty()
                            && log.entry().name().ulid().time().isBefore(before));
            (old && run < lastWithState ? going : kept).addAll(runs.get(run));
        }
    }

    /** @param beyond the logs outside of the range, which are kept as well */
    private Plan plan(List<Survey> going, List<Survey> kept, List<LogEntry> beyond) throws IOException {
        Set<String> keptUris = new HashSet<>();
        kept.forEach(log -> log.content().batches().forEach(batch -> keptUris.add(batch.uri())));
        if (going.stream().anyMatch(log -> !log.content().batches().isEmpty())) {
            var surveyor = new Surveyor(lake, Optional.empty());
            for (LogEntry entry : beyond) {
                surveyor.glance(entry).content().batches().forEach(batch -> keptUris.add(batch.uri()));
            }
        }
        var copies = new ArrayList<String>();
        var unnamed = new ArrayList<String>();
        String own = lake.uri().endsWith("/") ? lake.uri() : lake.uri() + "/";
        for (Survey log : going) {
            for (BatchFile batch : log.content().batches()) {
                String uri = batch.uri();
                if (keptUris.contains(uri)) {
                    continue;
                }
                if (uri.startsWith(own + LogName.COPIES + log.entry().name().ulid() + "/")) {
                    copies.add(uri.substring(own.length()));
                } else {
                    unnamed.add(uri);
                }
            }
        }
        return new Plan(going, copies, kept.size(), unnamed);
    }
}
