package dev.tally.lambda.archiver;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.fixity.FixityComparison;
import dev.tally.storage.Budget;
import dev.tally.storage.Entry;
import dev.tally.storage.Hashing;
import dev.tally.storage.InParallel;
import dev.tally.storage.ObjectCopier;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.StoredObject;

/**
 * Copies one file and makes sure of the copy. A copy is compared by a checksum that S3 computed of its bytes, if one of
 * the same algorithm is stated of the source; else it is read back. What is there already is not copied again. Sources
 * are never changed. Thread-safe.
 */
final class FileCopy {
    /** S3 can compute them of a copy; the strongest first. */
    private static final List<ChecksumAlgorithm> OF_A_COPY = List.of(ChecksumAlgorithm.SHA256,
            ChecksumAlgorithm.CRC64NVME, ChecksumAlgorithm.CRC32C, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.CRC32);
    /** S3 can compute them of a whole that is made of parts. */
    private static final Set<ChecksumAlgorithm> OF_PARTS = EnumSet.of(ChecksumAlgorithm.CRC64NVME,
            ChecksumAlgorithm.CRC32C, ChecksumAlgorithm.CRC32);
    private static final int PARTS_AT_ONCE = 8;

    private final ObjectReader reader;
    private final ObjectCopier copier;
    private final Hashing hashing;
    private final long largest;
    private final long usualPart;

    FileCopy(ObjectReader reader, ObjectCopier copier) {
        this(reader, copier, new Hashing(reader), ObjectCopier.LARGEST, PartSizes.USUAL);
    }

    /**
     * @param largest so many bytes are copied in one piece
     * @param usualPart so many bytes a part has usually
     */
    FileCopy(ObjectReader reader, ObjectCopier copier, Hashing hashing, long largest, long usualPart) {
        this.reader = reader;
        this.copier = copier;
        this.hashing = hashing;
        this.largest = largest;
        this.usualPart = usualPart;
    }

    /** How far a file got. */
    sealed interface Progress {
        /** The copy is there, and is what its source is. */
        record Sure(List<Checksum> checksums, Receipt.Proof proof) implements Progress {}

        /** The copy is there; it has to be read to be sure of it. */
        record Unread(Cursor.Begun.Reading begun) implements Progress {}

        /** Time is up; to be continued. */
        record Paused(Cursor.Begun begun) implements Progress {}
    }

    boolean isLarge(Entry.File file) {
        return file.size() > largest;
    }

    /** Copies a file in one piece, unless it is there already. */
    Progress copyWhole(Entry.File source, FileRef copy) {
        List<Checksum> expected = expected(source);
        Optional<Progress> there = there(source, copy, expected);
        if (there.isPresent()) {
            return there.get();
        }
        Set<ChecksumAlgorithm> known = algorithms(expected);
        copier.copy(source.version(), copy, OF_A_COPY.stream().filter(known::contains).findFirst());
        return look(source, copy, expected);
    }

    /** Copies a file by parts, from the beginning or where an earlier invocation stopped. */
    Progress copyByParts(Entry.File source, FileRef copy, Cursor.Begun begun, Budget budget) {
        List<Checksum> expected = expected(source);
        Optional<Progress> there = there(source, copy, expected);
        if (there.isPresent()) {
            return there.get();
        }
        Optional<String> earlier = begun instanceof Cursor.Begun.Parts parts
                ? Optional.of(parts.upload())
                : Optional.empty();
        Optional<Map<Integer, String>> copied = earlier.flatMap(upload -> copier.parts(copy, upload));
        String upload = copied.isPresent()
                ? earlier.orElseThrow()
                : copier.begin(source.version(), copy, algorithms(expected).stream()
                        .filter(OF_PARTS::contains)
                        .findFirst()
                        .orElse(ChecksumAlgorithm.CRC64NVME));
        Map<Integer, String> parts = new TreeMap<>(copied.orElse(Map.of()));
        if (!copyParts(source, copy, upload, parts, budget)) {
            return new Progress.Paused(new Cursor.Begun.Parts(upload));
        }
        copier.complete(copy, upload, parts);
        return look(source, copy, expected);
    }

    /** Adds the parts that are missing; false if time was up before. */
    private boolean copyParts(Entry.File source, FileRef copy, String upload, Map<Integer, String> parts,
            Budget budget) {
        PartSizes sizes = PartSizes.of(source.size(), usualPart);
        List<Integer> missing = IntStream.rangeClosed(1, sizes.count())
                .boxed()
                .filter(number -> !parts.containsKey(number))
                .toList();
        for (int at = 0; at < missing.size(); at += PARTS_AT_ONCE) {
            if (at > 0 && budget.spent()) {
                return false;
            }
            List<Integer> wave = missing.subList(at, Math.min(missing.size(), at + PARTS_AT_ONCE));
            List<String> tags = InParallel.map(wave, PARTS_AT_ONCE, number -> copier.copyPart(source.version(), copy,
                    upload, number, sizes.from(number), sizes.to(number)));
            for (int i = 0; i < wave.size(); i++) {
                parts.put(wave.get(i), tags.get(i));
            }
        }
        return true;
    }

    /** Reads a copy, from the beginning or where an earlier invocation stopped, and compares its bytes. */
    Progress readBack(Entry.File source, FileRef copy, Cursor.Begun.Reading begun, Budget budget) {
        List<Checksum> expected = expected(source);
        Hashing.Progress progress = hashing.proceed(ObjectVersion.only(copy), source.size(), begun.paused(), budget);
        return switch (progress) {
            case Hashing.Progress.Paused paused -> new Progress.Paused(new Cursor.Begun.Reading(paused));
            case Hashing.Progress.Digested digested -> {
                judge(source, copy, expected, source.size(), digested.checksums());
                yield new Progress.Sure(expected, Receipt.Proof.READ);
            }
        };
    }

    /** What the copy must have: what is stated, else what S3 stores of the source. */
    private List<Checksum> expected(Entry.File source) {
        if (!source.checksums().isEmpty()) {
            return source.checksums();
        }
        return reader.head(source.version())
                .map(StoredObject::checksums)
                .orElseThrow(() -> new ObjectGoneException(source.version()));
    }

    /** What is known of a copy that an earlier run made, if it did. */
    private Optional<Progress> there(Entry.File source, FileRef copy, List<Checksum> expected) {
        Optional<StoredObject> found = reader.head(ObjectVersion.only(copy)).filter(o -> o.size() == source.size());
        if (found.isEmpty() || expected.isEmpty()) {
            return Optional.empty();
        }
        List<Checksum> comparable = comparable(expected, found.get().checksums());
        if (comparable.isEmpty()) {
            return found.get().etag().equals(source.etag()) ? Optional.of(unread(expected)) : Optional.empty();
        }
        return found.get().checksums().containsAll(comparable)
                ? Optional.of(new Progress.Sure(comparable, Receipt.Proof.STORED))
                : Optional.empty();
    }

    private Progress look(Entry.File source, FileRef copy, List<Checksum> expected) {
        StoredObject found = reader.head(ObjectVersion.only(copy))
                .orElseThrow(() -> new CorruptCopyException(copy, source.size() + " bytes", "nothing"));
        List<Checksum> comparable = comparable(expected, found.checksums());
        judge(source, copy, comparable, found.size(), found.checksums());
        if (!comparable.isEmpty()) {
            return new Progress.Sure(comparable, Receipt.Proof.STORED);
        }
        return expected.isEmpty() ? new Progress.Sure(List.of(), Receipt.Proof.SIZE) : unread(expected);
    }

    /** The expected checksums of which there is a found one of the same algorithm. */
    private static List<Checksum> comparable(List<Checksum> expected, List<Checksum> found) {
        Set<ChecksumAlgorithm> known = algorithms(found);
        return expected.stream().filter(checksum -> known.contains(checksum.algorithm())).toList();
    }

    private static void judge(Entry.File source, FileRef copy, List<Checksum> expected, long size,
            List<Checksum> found) {
        Fixity fixity = new Fixity(OptionalLong.of(source.size()), expected);
        switch (FixityComparison.with(fixity, size, found)) {
            case FixityComparison.Matches _ -> {
                // as it should be
            }
            case FixityComparison.SizeDiffers sizes -> throw new CorruptCopyException(copy,
                    sizes.expected() + " bytes", sizes.actual() + " bytes");
            case FixityComparison.Differs bytes -> throw new CorruptCopyException(copy, bytes.expected(),
                    bytes.actual());
            case FixityComparison.NotComparable _ -> throw new IllegalStateException("Not all of " + expected
                    + " was found of " + copy);
        }
    }

    private static Progress unread(List<Checksum> expected) {
        return new Progress.Unread(new Cursor.Begun.Reading(Hashing.start(algorithms(expected))));
    }

    private static Set<ChecksumAlgorithm> algorithms(List<Checksum> checksums) {
        return checksums.stream()
                .map(Checksum::algorithm)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ChecksumAlgorithm.class)));
    }
}
