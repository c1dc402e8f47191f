package dev.tally.singer.replay;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.jspecify.annotations.Nullable;

import dev.tally.TallyException;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Survey.Standing;

/**
 * Looks through the logs, plans units, begins them as their barriers allow, and decides by how they ended what is loaded. All of that is
 * done by the thread that runs it; each unit is loaded by a thread of its own, which tells how it went and nothing else.
 */
final class Coordinator {
    /** So many units are planned ahead for each loader, to have some that are free when others wait for a barrier. */
    private static final int AHEAD = 4;

    private final List<LogEntry> entries;
    private final ReplayLogs logs;
    private final Planner planner;
    private final int loaders;
    private final UnitLoad load;
    private final Ledger ledger;
    private final SafeStates safeStates;
    private final Progress progress;

    private final Watermark watermark;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Deque<Unit> waiting = new ArrayDeque<>();
    private final Set<Integer> loaded = new HashSet<>();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private int looked;
    private boolean allPlanned;
    private boolean stopped;
    private int running;
    private long messages;
    private @Nullable Exception failure;

    /** How a unit ended. */
    private record Ended(Unit unit, long messages, @Nullable Exception failure) {}

    Coordinator(List<LogEntry> entries, ReplayLogs logs, Planner planner, int loaders, UnitLoad load, Ledger ledger,
            SafeStates safeStates, Progress progress) {
        this.entries = entries;
        this.logs = logs;
        this.planner = planner;
        this.loaders = loaders;
        this.load = load;
        this.ledger = ledger;
        this.safeStates = safeStates;
        this.progress = progress;
        watermark = new Watermark(entries.size());
    }

    /** @return how many messages the loaders were given */
    long run() throws IOException, InterruptedException {
        do {
            plan();
            tellSafeState();
            begin();
            if (running > 0) {
                take(ended.take());
            }
        } while (running > 0 || (!stopped && (!waiting.isEmpty() || !allPlanned)));
        tellSafeState();
        return switch (failure) {
            case null -> messages;
            case IOException io -> throw io;
            case TallyException other -> throw other;
            default -> throw new IllegalStateException("A loader's thread failed", failure);
        };
    }

    /** A log that cannot be given away ends the planning; what comes before it is loaded nevertheless. */
    private void plan() {
        try {
            while (looked < entries.size() && waiting.size() < AHEAD * loaders && !allPlanned) {
                look(entries.get(looked), looked);
                looked++;
            }
        } catch (IOException | TallyException damaged) {
            fail(damaged);
            looked = entries.size();
        }
        if (looked == entries.size() && !allPlanned) {
            allPlanned = true;
            add(planner.rest());
        }
    }

    private void look(LogEntry entry, int number) throws IOException {
        String path = entry.name().path();
        numbers.put(path, number);
        if (ledger.isLoaded(path)) {
            logs.skip();
            watermark.plan(number, 0);
            return;
        }
        Optional<Survey> survey = logs.look(entry);
        safeStates.know(number, survey.flatMap(found -> found.content().lastState()));
        if (survey.isPresent()) {
            planner.next(survey.get()).ifPresent(this::add);
        } else {
            watermark.plan(number, 0);
        }
    }

    private void add(Planner.Plan plan) {
        waiting.addAll(plan.units());
        for (Survey log : plan.logs()) {
            watermark.plan(number(log), (int) plan.units().stream().filter(unit -> unit.logs().contains(log)).count());
        }
    }

    private void begin() {
        Iterator<Unit> units = waiting.iterator();
        while (units.hasNext() && running < loaders && !stopped) {
            Unit unit = units.next();
            if (loaded.containsAll(unit.after())) {
                units.remove();
                running++;
                Thread.ofPlatform().daemon().name("loader-" + unit.number()).start(() -> ended.add(load(unit)));
            }
        }
    }

    private Ended load(Unit unit) {
        try {
            return new Ended(unit, load.load(unit), null);
        } catch (IOException | InterruptedException | RuntimeException failed) {
            return new Ended(unit, 0, failed);
        }
    }

    private void take(Ended end) {
        running--;
        if (end.failure() != null) {
            fail(end.failure());
            stopped = true;
            return;
        }
        loaded.add(end.unit().number());
        messages += end.messages();
        try {
            for (Survey log : end.unit().logs()) {
                note(log, end.unit(), watermark.loaded(number(log)));
            }
        } catch (IOException notNoted) {
            fail(notNoted);
            stopped = true;
        }
    }

    /** A log that still grows is not noted: it has to be loaded again when it is closed. */
    private void note(Survey log, Unit unit, boolean whole) throws IOException {
        if (log.standing() != Standing.OPEN) {
            if (whole) {
                ledger.loaded(log.path());
            } else if (unit.streams().isPresent()) {
                ledger.loaded(log.path(), unit.streams().get());
            }
        }
        if (whole) {
            progress.gave(log.entry(), log.content().messages());
        }
    }

    private void tellSafeState() {
        try {
            safeStates.reached(watermark.reached());
        } catch (IOException unreadable) {
            fail(unreadable);
            stopped = true;
        }
    }

    private int number(Survey log) {
        return Optional.ofNullable(numbers.get(log.path())).orElseThrow();
    }

    /** The first failure is the one that counts. */
    private void fail(Exception first) {
        failure = failure == null ? first : failure;
    }
}
