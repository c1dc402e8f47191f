package dev.tally.lambda.verifier;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.storage.BadEntry;
import dev.tally.storage.BadEntry.Problem;
import dev.tally.storage.Budget;
import dev.tally.storage.Entry;
import dev.tally.storage.Hashing;
import dev.tally.storage.InParallel;
import dev.tally.storage.Lines;
import dev.tally.storage.Lines.Line;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;

/**
 * Verifies the members of a range of a resolved manifest, as many as time allows. What is known or small is looked at
 * several at a time; large members that have to be read are read one by one, so that at most one of them is half done
 * when time is up. Thread-safe.
 */
final class RangeVerifier {
    /** Members that are looked at together; some of them are looked at again if time is up before all are done. */
    private static final int WINDOW = 64;
    private static final int AT_ONCE = 16;

    private final ObjectReader reader;
    private final Hashing hashing;
    private final Examiner examiner;

    RangeVerifier(ObjectReader reader) {
        this(reader, new Hashing(reader), Hashing.PIECE);
    }

    RangeVerifier(ObjectReader reader, Hashing hashing, long small) {
        this.reader = reader;
        this.hashing = hashing;
        this.examiner = new Examiner(reader, hashing, small);
    }

    /**
     * @param cursor where to go on; nothing if the range is done
     * @param counts of the range up to there
     * @param bad that this run found, in the order of the manifest
     */
    record Result(Optional<Cursor> cursor, Counts counts, List<BadEntry> bad) {
        Result {
            bad = List.copyOf(bad);
        }
    }

    /** Goes on from the cursor to the end of the range, or until the budget is spent, but by at least one step. */
    Result verify(ObjectVersion manifest, long to, Cursor from, Budget budget) {
        Run run = new Run(from.counts(), budget);
        Optional<Cursor> paused = run.go(new Lines(reader, manifest, from.offset(), to), from.read());
        return new Result(paused, run.counts, run.bad);
    }

    private final class Run {
        private final Budget budget;
        private final List<BadEntry> bad = new ArrayList<>();
        private Counts counts;

        private Run(Counts counts, Budget budget) {
            this.counts = counts;
            this.budget = budget;
        }

        private Optional<Cursor> go(Lines lines, Optional<Hashing.Progress.Paused> begun) {
            Optional<Hashing.Progress.Paused> first = begun;
            List<Line> window = lines.next(WINDOW);
            while (!window.isEmpty()) {
                Optional<Cursor> paused = window(window, first);
                if (paused.isPresent()) {
                    return paused;
                }
                Line last = window.getLast();
                window = lines.next(WINDOW);
                first = Optional.empty();
                if (!window.isEmpty() && budget.spent()) {
                    return Optional.of(new Cursor(last.next(), Optional.empty(), counts));
                }
            }
            return Optional.empty();
        }

        private Optional<Cursor> window(List<Line> lines, Optional<Hashing.Progress.Paused> first) {
            List<Item> items = new ArrayList<>();
            for (Line line : lines) {
                if (Entry.parse(line.text()) instanceof Entry.File file) {
                    Optional<Hashing.Progress.Paused> begun = items.isEmpty() ? first : Optional.empty();
                    items.add(new Item(line, file, begun));
                }
            }
            List<Optional<Finding>> looks = InParallel.map(items, AT_ONCE, item -> item.begun().isPresent()
                    ? Optional.empty()
                    : examiner.look(item.line().offset(), item.file()));
            for (int i = 0; i < items.size(); i++) {
                Item item = items.get(i);
                if (looks.get(i).isPresent()) {
                    note(looks.get(i).get());
                } else {
                    Optional<Hashing.Progress.Paused> paused = read(item, i > 0);
                    if (paused.isPresent()) {
                        return Optional.of(new Cursor(item.line().offset(), paused, counts));
                    }
                }
            }
            return Optional.empty();
        }

        /** Reads a large member to its end, unless time is up; then how far it got. */
        private Optional<Hashing.Progress.Paused> read(Item item, boolean mayPause) {
            Entry.File file = item.file();
            Hashing.Progress.Paused from = item.begun().orElseGet(() -> Hashing.start(Examiner.algorithms(file)));
            if (mayPause && budget.spent()) {
                return Optional.of(from);
            }
            try {
                return switch (hashing.proceed(file.version(), file.size(), from, budget)) {
                    case Hashing.Progress.Paused paused -> Optional.of(paused);
                    case Hashing.Progress.Digested digested -> {
                        note(examiner.judge(item.line().offset(), file, digested.checksums()));
                        yield Optional.empty();
                    }
                };
            } catch (ObjectGoneException gone) {
                note(new Finding.Bad(BadEntry.of(item.line().offset(), file, new Problem.Gone()), 0));
                return Optional.empty();
            }
        }

        private void note(Finding finding) {
            counts = counts.plus(finding);
            if (finding instanceof Finding.Bad found) {
                bad.add(found.entry());
            }
        }
    }

    private record Item(Line line, Entry.File file, Optional<Hashing.Progress.Paused> begun) {}
}
