package dev.tally.lambda.archiver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.tally.file.FileRef;
import dev.tally.lambda.archiver.FileCopy.Progress;
import dev.tally.storage.Budget;
import dev.tally.storage.Entry;
import dev.tally.storage.InParallel;
import dev.tally.storage.Lines;
import dev.tally.storage.Lines.Line;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;

/** Copies the files of a part, as many as time allows, and notes them on a receipt. Thread-safe. */
final class PartArchiver {
    /** Files that are looked at together; some of them are looked at again if time is up before all are done. */
    private static final int WINDOW = 32;
    private static final int AT_ONCE = 16;

    private final ObjectReader reader;
    private final FileCopy copies;

    PartArchiver(ObjectReader reader, FileCopy copies) {
        this.reader = reader;
        this.copies = copies;
    }

    /**
     * @param cursor where to go on; nothing if the part is done
     * @param files that were made sure of
     * @param bytes of them
     */
    record Result(Optional<Cursor> cursor, long files, long bytes) {}

    /** Goes on from the cursor to the end of the part, or until the budget is spent, but by at least one step. */
    Result copy(ObjectVersion list, Part part, Cursor from, Layout layout, ReceiptWriter receipt, Budget budget) {
        Run run = new Run(part, layout, receipt, budget);
        Optional<Cursor> paused = run.go(new Lines(reader, list, from.offset(), part.to()), from.begun());
        return new Result(paused, run.files, run.bytes);
    }

    private final class Run {
        private final Part part;
        private final Layout layout;
        private final ReceiptWriter receipt;
        private final Budget budget;
        private long files;
        private long bytes;

        private Run(Part part, Layout layout, ReceiptWriter receipt, Budget budget) {
            this.part = part;
            this.layout = layout;
            this.receipt = receipt;
            this.budget = budget;
        }

        private Optional<Cursor> go(Lines lines, Cursor.Begun begun) {
            Cursor.Begun first = begun;
            List<Line> window = lines.next(WINDOW);
            while (!window.isEmpty()) {
                Optional<Cursor> paused = window(window, first);
                if (paused.isPresent()) {
                    return paused;
                }
                Line last = window.getLast();
                window = lines.next(WINDOW);
                first = new Cursor.Begun.Not();
                if (!window.isEmpty() && (budget.spent() || receipt.isFull())) {
                    return Optional.of(Cursor.at(last.next()));
                }
            }
            return Optional.empty();
        }

        /** What is small is copied all at once; the rest, and what has to be read, one by one. */
        private Optional<Cursor> window(List<Line> lines, Cursor.Begun first) {
            List<Entry> entries = lines.stream().map(line -> Entry.parse(line.text())).toList();
            List<Integer> small = IntStream.range(0, entries.size())
                    .filter(i -> i > 0 || first instanceof Cursor.Begun.Not)
                    .filter(i -> entries.get(i) instanceof Entry.File file && !copies.isLarge(file))
                    .boxed()
                    .toList();
            List<Optional<Progress>> done = new ArrayList<>();
            entries.forEach(_ -> done.add(Optional.empty()));
            List<Progress> copied = InParallel.map(small, AT_ONCE, i -> {
                Entry.File file = (Entry.File) entries.get(i);
                return copies.copyWhole(file, layout.place(file, part.source()));
            });
            for (int i = 0; i < small.size(); i++) {
                done.set(small.get(i), Optional.of(copied.get(i)));
            }
            for (int i = 0; i < entries.size(); i++) {
                Cursor.Begun begun = i == 0 ? first : new Cursor.Begun.Not();
                Optional<Cursor.Begun> paused = switch (entries.get(i)) {
                    case Entry.File file -> finish(file, done.get(i), begun, i > 0);
                    case Entry.Result result -> {
                        receipt.add(result);
                        yield Optional.empty();
                    }
                };
                if (paused.isPresent()) {
                    return Optional.of(new Cursor(lines.get(i).offset(), paused.get()));
                }
            }
            return Optional.empty();
        }

        /** Brings a file to its end, unless time is up; then how far it got. */
        private Optional<Cursor.Begun> finish(Entry.File file, Optional<Progress> copied, Cursor.Begun begun,
                boolean mayPause) {
            FileRef copy = layout.place(file, part.source());
            Progress progress;
            if (copied.isPresent()) {
                progress = copied.get();
            } else if (begun instanceof Cursor.Begun.Reading reading) {
                progress = copies.readBack(file, copy, reading, budget);
            } else if (mayPause && budget.spent()) {
                progress = new Progress.Paused(begun);
            } else {
                progress = copies.copyByParts(file, copy, begun, budget);
            }
            if (progress instanceof Progress.Unread unread) {
                progress = budget.spent()
                        ? new Progress.Paused(unread.begun())
                        : copies.readBack(file, copy, unread.begun(), budget);
            }
            return switch (progress) {
                case Progress.Sure sure -> {
                    files++;
                    bytes += file.size();
                    receipt.add(new Receipt(file, part.source(), copy, sure.checksums(), sure.proof()));
                    yield Optional.empty();
                }
                case Progress.Paused paused -> Optional.of(paused.begun());
                case Progress.Unread _ -> throw new IllegalStateException("Reading " + copy + " told nothing");
            };
        }
    }
}
