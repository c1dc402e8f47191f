package dev.tally.lambda.verifier;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.core.JsonGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.storage.BadEntry;
import dev.tally.storage.BadEntry.Problem;
import dev.tally.storage.Budget;
import dev.tally.storage.Budgets;
import dev.tally.storage.ColdObjectException;
import dev.tally.storage.Entry;
import dev.tally.storage.FakeObjects;
import dev.tally.storage.Hashing;
import dev.tally.storage.ObjectVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class RangeVerifierTest {
    private static final FileRef MANIFEST = new FileRef("work", "resolved/m.jsonl");
    private static final int PIECE = 10;

    private final FakeObjects objects = new FakeObjects();
    private final RangeVerifier verifier = new RangeVerifier(objects, new Hashing(objects, PIECE), PIECE);
    private final List<Entry.File> members = new ArrayList<>();

    private static FileRef landing(String key) {
        return new FileRef("landing", key);
    }

    private static List<Checksum> digests(String content, ChecksumAlgorithm... algorithms) {
        return FakeObjects.checksums(content.getBytes(StandardCharsets.UTF_8), Set.of(algorithms));
    }

    /** A member that is stored as it is announced. */
    private Entry.File member(String key, String content, ChecksumAlgorithm... announced) {
        return announce(objects.store(landing(key), content), digests(content, announced));
    }

    private Entry.File announce(Entry.File stored, List<Checksum> checksums) {
        Entry.File member = new Entry.File(stored.path(), stored.file(), stored.versionId(), stored.etag(),
                stored.size(), checksums, Optional.empty());
        members.add(member);
        return member;
    }

    private long manifest() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (Entry.File member : members) {
            try (JsonGenerator json = JsonObject.FACTORY.createGenerator(lines)) {
                member.write(json);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            lines.write('\n');
        }
        objects.store(MANIFEST, lines.toByteArray());
        return lines.size();
    }

    private RangeVerifier.Result verify() {
        return verify(manifest(), new Cursor(0, Optional.empty(), Counts.NONE), Budgets.endless());
    }

    private RangeVerifier.Result verify(long to, Cursor from, Budget budget) {
        return verifier.verify(ObjectVersion.only(MANIFEST), to, from, budget);
    }

    private List<Problem> problems(RangeVerifier.Result result) {
        return result.bad().stream().map(BadEntry::problem).toList();
    }

    @Test
    @DisplayName("What S3 stores is compared, and no byte is read")
    void comparesStoredChecksums() {
        objects.keeping(ChecksumAlgorithm.CRC64NVME);
        member("a", "content of a", ChecksumAlgorithm.CRC64NVME);

        assertThat(verify().counts()).isEqualTo(new Counts(1, 0, 0, 0, 0));
        assertThat(objects.calls("read s3://landing")).isZero();
    }

    @Test
    @DisplayName("All that is announced has to be compared, not only what S3 happens to store")
    void readsForWhatIsNotStored() {
        objects.keeping(ChecksumAlgorithm.CRC64NVME);
        member("a", "content", ChecksumAlgorithm.CRC64NVME, ChecksumAlgorithm.SHA256);

        assertThat(verify().counts()).isEqualTo(new Counts(0, 1, 0, 7, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "larger than one piece"})
    @DisplayName("Where nothing comparable is stored, the bytes are read, and all that is announced is compared")
    void readsWhereNothingIsComparable(String content) {
        objects.keeping(ChecksumAlgorithm.CRC32);
        member("a", content, ChecksumAlgorithm.MD5, ChecksumAlgorithm.SHA512);

        assertThat(verify().counts()).isEqualTo(new Counts(0, 1, 0, content.length(), 0));
    }

    @Test
    @DisplayName("SUM-04: without an announced checksum only the size is claimed")
    void claimsNoMoreThanTheSize() {
        objects.keeping(ChecksumAlgorithm.CRC64NVME);
        member("a", "content");

        assertThat(verify().counts()).isEqualTo(new Counts(0, 0, 1, 0, 0));
    }

    @Test
    void aZeroByteFileIsDigestedWithoutReading() {
        member("empty", "", ChecksumAlgorithm.SHA256);

        assertThat(verify().counts()).isEqualTo(new Counts(0, 1, 0, 0, 0));
        assertThat(objects.calls("read s3://landing")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "larger than one piece"})
    void findsOtherBytesByReading(String content) {
        Checksum expected = digests("other", ChecksumAlgorithm.SHA256).getFirst();
        Checksum actual = digests(content, ChecksumAlgorithm.SHA256).getFirst();
        Entry.File member = announce(objects.store(landing("a"), content), List.of(expected));

        assertThat(verify().bad()).containsExactly(BadEntry.of(0, member, new Problem.Bytes(expected, actual)));
    }

    @Test
    void findsOtherBytesByTheStoredChecksum() {
        objects.keeping(ChecksumAlgorithm.CRC32C);
        Checksum expected = digests("other", ChecksumAlgorithm.CRC32C).getFirst();
        announce(objects.store(landing("a"), "content"), List.of(expected));

        assertThat(problems(verify())).containsExactly(
                new Problem.Bytes(expected, digests("content", ChecksumAlgorithm.CRC32C).getFirst()));
    }

    @Test
    @DisplayName("OBJ-01: the version of the run is read, not the latest")
    void readsTheVersionOfTheRun() {
        member("a", "the first, and longer than a piece", ChecksumAlgorithm.SHA256);
        objects.store(landing("a"), "the second");

        assertThat(verify().counts()).isEqualTo(new Counts(0, 1, 0, 34, 0));
    }

    @Test
    @DisplayName("OBJ-01: without versions, a file that was written again is gone")
    void doesNotTakeAnotherContentForIt() {
        Entry.File stored = objects.store(landing("a"), "the first");
        members.add(new Entry.File("a", stored.file(), Optional.empty(), stored.etag(), stored.size(), List.of(),
                Optional.empty()));
        objects.store(landing("a"), "the other");

        assertThat(problems(verify())).containsExactly(new Problem.Gone());
    }

    @Test
    void aDeletedFileIsGone() {
        member("a", "content", ChecksumAlgorithm.SHA256);
        member("b", "content", ChecksumAlgorithm.SHA256);
        objects.delete(landing("a"));
        RangeVerifier.Result result = verify();

        assertThat(problems(result)).containsExactly(new Problem.Gone());
        assertThat(result.counts()).isEqualTo(new Counts(0, 1, 0, 7, 1));
    }

    @Test
    void comparesTheSizeInAnyCase() {
        Entry.File stored = objects.store(landing("a"), "content");
        members.add(new Entry.File("a", stored.file(), stored.versionId(), stored.etag(), 8, List.of(),
                Optional.empty()));

        assertThat(problems(verify())).containsExactly(new Problem.Size(8, 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "larger than one piece"})
    @DisplayName("OBJ-07: a file in a cold storage class fails at once, and says why")
    void failsOnColdFiles(String content) {
        member("a", content, ChecksumAlgorithm.SHA256);
        objects.freeze(landing("a"));

        assertThatThrownBy(this::verify).isInstanceOf(ColdObjectException.class)
                .hasMessageContaining("s3://landing/a")
                .hasMessageContaining("restore it");
    }

    @Test
    void anotherDeliverysResultIsNotItsBusiness() {
        String line = "{\"path\":\"delivery:a/b\",\"delivery\":\"a/b\",\"revision\":\"0123456789ab\",\"attempt\":1}\n";
        objects.store(MANIFEST, line);

        RangeVerifier.Result result = verify(line.length(), new Cursor(0, Optional.empty(), Counts.NONE),
                Budgets.endless());

        assertThat(result).isEqualTo(new RangeVerifier.Result(Optional.empty(), Counts.NONE, List.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10})
    @DisplayName("However little time there is, every invocation gets on, and all together find the same")
    void goesOnWhereItStopped(int patience) {
        for (int i = 0; i < 150; i++) {
            String content = "x".repeat(i % 40);
            boolean good = i % 7 != 3;
            announce(objects.store(landing("k" + i), content),
                    digests(good ? content : content + "y", ChecksumAlgorithm.SHA1));
        }
        long to = manifest();
        RangeVerifier.Result whole = verify(to, new Cursor(0, Optional.empty(), Counts.NONE), Budgets.endless());

        List<BadEntry> bad = new ArrayList<>();
        Optional<Cursor> cursor = Optional.of(new Cursor(0, Optional.empty(), Counts.NONE));
        Counts counts = Counts.NONE;
        int invocations = 0;
        while (cursor.isPresent()) {
            RangeVerifier.Result result = verify(to, sent(cursor.get()), Budgets.asked(patience));
            assertThat(result.cursor()).isNotEqualTo(cursor);
            bad.addAll(result.bad());
            counts = result.counts();
            cursor = result.cursor();
            invocations++;
        }

        assertThat(invocations).isGreaterThan(2);
        assertThat(bad).isEqualTo(whole.bad()).hasSize(21);
        assertThat(counts).isEqualTo(whole.counts());
    }

    /** As it comes back from the state machine. */
    private static Cursor sent(Cursor cursor) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            cursor.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Cursor.read(JsonObject.parse(text.toString(StandardCharsets.UTF_8)));
    }
}
