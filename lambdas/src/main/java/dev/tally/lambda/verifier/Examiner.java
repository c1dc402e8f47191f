package dev.tally.lambda.verifier;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.FixityComparison;
import dev.tally.lambda.verifier.Finding.Proof;
import dev.tally.storage.BadEntry;
import dev.tally.storage.BadEntry.Problem;
import dev.tally.storage.Entry;
import dev.tally.storage.Hashing;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.StoredObject;

/** Finds out whether a member is as announced, in the very version that the run uses. Thread-safe. */
final class Examiner {
    private final ObjectReader reader;
    private final Hashing hashing;
    private final long small;

    /** @param small members of so many bytes are read at once, larger ones one by one */
    Examiner(ObjectReader reader, Hashing hashing, long small) {
        this.reader = reader;
        this.hashing = hashing;
        this.small = small;
    }

    /** What can be found without much reading; nothing if the member is large and has to be read. */
    Optional<Finding> look(long at, Entry.File file) {
        Optional<StoredObject> stored = reader.head(file.version());
        if (stored.isEmpty()) {
            return bad(at, file, new Problem.Gone());
        }
        return switch (FixityComparison.with(file.fixity(), stored.get().size(), stored.get().checksums())) {
            case FixityComparison.Matches matches -> Optional.of(
                    new Finding.Good(matches.compared().isEmpty() ? Proof.SIZE : Proof.STORED, 0));
            case FixityComparison.SizeDiffers size -> bad(at, file, new Problem.Size(size.expected(), size.actual()));
            case FixityComparison.Differs bytes -> bad(at, file, new Problem.Bytes(bytes.expected(), bytes.actual()));
            case FixityComparison.NotComparable _ -> file.size() <= small
                    ? Optional.of(read(at, file))
                    : Optional.empty();
        };
    }

    private Finding read(long at, Entry.File file) {
        try {
            return judge(at, file, hashing.digest(file.version(), file.size(), algorithms(file)));
        } catch (ObjectGoneException gone) {
            return new Finding.Bad(BadEntry.of(at, file, new Problem.Gone()), 0);
        }
    }

    /** What the digests of all bytes of a member tell. */
    Finding judge(long at, Entry.File file, List<Checksum> digests) {
        return switch (FixityComparison.with(file.fixity(), file.size(), digests)) {
            case FixityComparison.Matches _ -> new Finding.Good(Proof.READ, file.size());
            case FixityComparison.Differs bytes -> new Finding.Bad(
                    BadEntry.of(at, file, new Problem.Bytes(bytes.expected(), bytes.actual())), file.size());
            case FixityComparison.SizeDiffers _,FixityComparison.NotComparable _ -> throw new IllegalStateException(
                    "Not all that is announced of " + file.file() + " was digested");
        };
    }

    static Set<ChecksumAlgorithm> algorithms(Entry.File file) {
        return file.checksums()
                .stream()
                .map(Checksum::algorithm)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ChecksumAlgorithm.class)));
    }

    private static Optional<Finding> bad(long at, Entry.File file, Problem problem) {
        return Optional.of(new Finding.Bad(BadEntry.of(at, file, problem), 0));
    }
}
