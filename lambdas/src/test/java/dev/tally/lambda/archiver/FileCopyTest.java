package dev.tally.lambda.archiver;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.lambda.archiver.FileCopy.Progress;
import dev.tally.storage.Budget;
import dev.tally.storage.Budgets;
import dev.tally.storage.ColdObjectException;
import dev.tally.storage.Entry;
import dev.tally.storage.FakeObjects;
import dev.tally.storage.Hashing;
import dev.tally.storage.ObjectGoneException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FileCopyTest {
    private static final FileRef SOURCE = new FileRef("landing", "demo/a");
    private static final FileRef COPY = new FileRef("archive", "demo/data/a");
    private static final String CONTENT = "a content that is larger than a part or a piece";

    private final FakeObjects objects = new FakeObjects();
    private final FileCopy copies = new FileCopy(objects, objects, new Hashing(objects, 20), 40, 2);

    private Entry.File source(String content, ChecksumAlgorithm... announced) {
        Entry.File stored = objects.store(SOURCE, content);
        return new Entry.File("a", SOURCE, stored.versionId(), stored.etag(), stored.size(),
                digests(content, announced),
                Optional.empty());
    }

    private static List<Checksum> digests(String content, ChecksumAlgorithm... algorithms) {
        return FakeObjects.checksums(content.getBytes(StandardCharsets.UTF_8), Set.of(algorithms));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"MD5", "SHA512"})
    @DisplayName("S3 computes an announced checksum of the copy's bytes, which is compared")
    void comparesAStoredChecksum(ChecksumAlgorithm algorithm) {
        Progress progress = copies.copyWhole(source(CONTENT, algorithm), COPY);

        assertThat(progress).isEqualTo(new Progress.Sure(digests(CONTENT, algorithm), Receipt.Proof.STORED));
        assertThat(objects.text(COPY)).isEqualTo(CONTENT);
        assertThat(objects.calls("read")).isZero();
    }

    @Test
    @DisplayName("What is not announced is taken from what S3 stores of the source")
    void comparesWithTheSourcesOwnChecksum() {
        objects.keeping(ChecksumAlgorithm.CRC64NVME);

        assertThat(copies.copyWhole(source(CONTENT), COPY)).isEqualTo(
                new Progress.Sure(digests(CONTENT, ChecksumAlgorithm.CRC64NVME), Receipt.Proof.STORED));
    }

    @Test
    @DisplayName("A copy that S3 knows nothing comparable of is read back")
    void readsTheCopyWhereNothingIsComparable() {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.MD5);
        Progress copied = copies.copyWhole(source, COPY);

        assertThat(copied).isInstanceOfSatisfying(Progress.Unread.class,
                unread -> assertThat(copies.readBack(source, COPY, unread.begun(), Budgets.endless())).isEqualTo(
                        new Progress.Sure(digests(CONTENT, ChecksumAlgorithm.MD5), Receipt.Proof.READ)));
    }

    @Test
    void reliesOnTheSizeWhereNothingElseIsKnown() {
        assertThat(copies.copyWhole(source(CONTENT), COPY)).isEqualTo(
                new Progress.Sure(List.of(), Receipt.Proof.SIZE));
    }

    @Test
    @DisplayName("OBJ-08: an empty file is copied like any other")
    void copiesAnEmptyFile() {
        assertThat(copies.copyWhole(source("", ChecksumAlgorithm.SHA256), COPY)).isEqualTo(
                new Progress.Sure(digests("", ChecksumAlgorithm.SHA256), Receipt.Proof.STORED));
    }

    @Test
    @DisplayName("OBJ-01: the version of the run is copied, not the latest")
    void copiesTheVersionOfTheRun() {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.SHA256);
        objects.store(SOURCE, "something newer");
        copies.copyWhole(source, COPY);

        assertThat(objects.text(COPY)).isEqualTo(CONTENT);
    }

    @Test
    void whatIsThereIsNotCopiedAgain() {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.SHA256);
        Progress first = copies.copyWhole(source, COPY);

        assertThat(copies.copyWhole(source, COPY)).isEqualTo(first);
        assertThat(objects.calls("copy")).isOne();
    }

    @Test
    void anotherContentIsReplaced() {
        objects.keeping(ChecksumAlgorithm.SHA256);
        objects.store(COPY, CONTENT.replace('a', 'b'));
        copies.copyWhole(source(CONTENT, ChecksumAlgorithm.SHA256), COPY);

        assertThat(objects.text(COPY)).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHA256", "CRC32"})
    @DisplayName("OBJ-06: a copy that is not faithful is told, and the source is as it was")
    void tellsOfCorruptCopies(ChecksumAlgorithm algorithm) {
        objects.corruptCopies();
        Entry.File source = source(CONTENT, algorithm);

        assertThatThrownBy(() -> copies.copyWhole(source, COPY)).isInstanceOf(CorruptCopyException.class)
                .hasMessageContaining(COPY.uri());
        assertThat(objects.text(SOURCE)).isEqualTo(CONTENT);
        assertThat(objects.versions(SOURCE)).isOne();
    }

    @Test
    void tellsOfCorruptCopiesThatAreRead() {
        objects.corruptCopies();
        Entry.File source = source(CONTENT, ChecksumAlgorithm.MD5);
        Progress.Unread copied = (Progress.Unread) copies.copyWhole(source, COPY);

        assertThatThrownBy(() -> copies.readBack(source, COPY, copied.begun(), Budgets.endless()))
                .isInstanceOf(CorruptCopyException.class);
    }

    @Test
    @DisplayName("OBJ-07: a source in a cold storage class fails with that reason")
    void tellsOfColdSources() {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.SHA256);
        objects.freeze(SOURCE);

        assertThatThrownBy(() -> copies.copyWhole(source, COPY)).isInstanceOf(ColdObjectException.class);
    }

    @Test
    void tellsOfSourcesThatAreGone() {
        Entry.File source = source(CONTENT);
        objects.delete(SOURCE);

        assertThatThrownBy(() -> copies.copyWhole(source, COPY)).isInstanceOf(ObjectGoneException.class);
    }

    @Test
    @DisplayName("OBJ-06: 5 GiB are copied in one piece, a byte more by parts")
    void knowsTheLimitOfOneCopy() {
        FileCopy real = new FileCopy(objects, objects);

        assertThat(real.isLarge(sized(5_368_709_120L))).isFalse();
        assertThat(real.isLarge(sized(5_368_709_121L))).isTrue();
    }

    private static Entry.File sized(long size) {
        return new Entry.File("a", SOURCE, Optional.empty(), "e", size, List.of(), Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100})
    @DisplayName("OBJ-06: a large file is copied by parts, over as many invocations as it takes, each part once")
    void copiesByParts(int patience) {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.CRC64NVME);
        Progress progress = copies.copyByParts(source, COPY, new Cursor.Begun.Not(), Budgets.asked(patience));
        while (progress instanceof Progress.Paused paused) {
            progress = copies.copyByParts(source, COPY, paused.begun(), Budgets.asked(patience));
        }

        assertThat(progress).isInstanceOf(Progress.Unread.class);
        assertThat(objects.text(COPY)).isEqualTo(CONTENT);
        assertThat(objects.calls("part ")).isEqualTo(Math.ceilDiv(CONTENT.length(), 2));
        assertThat(objects.calls("begin ")).isOne();
    }

    @Test
    @DisplayName("A copy by parts that somebody gave up is begun again")
    void beginsAgain() {
        Entry.File source = source(CONTENT, ChecksumAlgorithm.CRC32);
        Budget budget = Budgets.endless();
        copies.copyByParts(source, COPY, new Cursor.Begun.Parts("unknown"), budget);

        assertThat(objects.text(COPY)).isEqualTo(CONTENT);
    }
}
