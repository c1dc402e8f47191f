package dev.tally.aws;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.completeness.BadFiles;
import dev.tally.completeness.BadMark;
import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.Watch;
import dev.tally.completeness.Watches;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;

final class DynamoFilesTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static DynamoFiles files;
    private static String table;

    @BeforeAll
    static void createTable() {
        table = EmulatedAws.createTable();
        files = new DynamoFiles(EmulatedAws.clients(), table);
    }

    private static FileRef file(String key) {
        return new FileRef("landing", key);
    }

    private static FileEvent.Created created(FileRef file, String sequencer, long size) {
        return new FileEvent.Created(file, new Sequencer(sequencer), AT, size, "etag-" + sequencer,
                Optional.of("v" + sequencer));
    }

    private static FileEvent.Deleted deleted(FileRef file, String sequencer) {
        return new FileEvent.Deleted(file, new Sequencer(sequencer), AT);
    }

    private static Watch watch(int chunk) {
        return Watch.parse("demo/2026-11-30@0123456789ab#" + chunk + "/256");
    }

    private static BadMark bad(String etag, Optional<String> version) {
        return new BadMark(etag, version, Checksum.parse(ChecksumAlgorithm.CRC32, "00000001"),
                Checksum.parse(ChecksumAlgorithm.CRC32, "00000002"));
    }

    @Test
    @DisplayName("EVT-04, EVT-06: an event for an older write changes nothing, whatever its version")
    void olderEvent() {
        FileRef file = file("evt-04");
        FileState newer = files.record(created(file, "62b", 20));
        assertThat(files.record(created(file, "62a", 10))).isEqualTo(newer);
        assertThat(files.record(created(file, "62b", 20))).isEqualTo(newer);
        assertThat(files.record(created(file, "62a", 10))).isEqualTo(newer);
        assertThat(newer.present().orElseThrow().size()).isEqualTo(20);
        assertThat(newer.writes()).isEqualTo(1);
    }

    @Test
    @DisplayName("EVT-10: sizes beyond 32 bits are stored exactly")
    void largeFile() {
        assertThat(files.record(created(file("evt-10"), "1", 5_497_558_138_880L)).present().orElseThrow().size())
                .isEqualTo(5_497_558_138_880L);
    }

    @Test
    @DisplayName("EVT-11: a deletion leaves neither size nor etag nor version behind")
    void deletion() {
        FileRef file = file("evt-11");
        files.record(created(file, "1", 10));
        FileState gone = files.record(deleted(file, "2"));
        assertThat(gone.latest()).contains(deleted(file, "2"));
        assertThat(gone.present()).isEmpty();
        assertThat(item(file)).doesNotContainKeys("size", "etag", "version");
    }

    private static FileEvent.Deleted onlyVersion(FileRef file, String sequencer, String version) {
        return new FileEvent.Deleted(file, new Sequencer(sequencer), AT, Optional.of(version));
    }

    @Test
    @DisplayName("OBJ-03: the deletion of an old version leaves the file, that of the newest does not")
    void deletionOfOneVersion() {
        FileRef file = file("obj-03");
        assertThat(files.record(onlyVersion(file, "1", "v1"))).isEqualTo(FileState.unknown(file));
        assertThat(item(file)).isEmpty();
        files.record(created(file, "2", 10));
        FileState newest = files.record(created(file, "4", 20));
        assertThat(files.record(onlyVersion(file, "9", "v2"))).isEqualTo(newest);
        FileState gone = files.record(onlyVersion(file, "9", "v4"));
        assertThat(gone.latest()).contains(deleted(file, "4"));
        assertThat(files.record(onlyVersion(file, "9", "v4"))).isEqualTo(gone);
        assertThat(files.record(created(file, "4", 20))).isEqualTo(gone);
        assertThat(files.record(created(file, "7", 30)).present()).as("written before the deletion, told after it")
                .isPresent();
    }

    @Test
    @DisplayName("KEY-03, KEY-08, KEY-10: keys are told apart byte for byte")
    void literalKeys() {
        List<FileRef> keys = List.of(file("t/7:30"), file("t/7%3A30"), file("/in/a"), file("in//a"), file("in/./a"),
                file("A"), file("a"), file("a b"), file("a+b"), file("é"), file("e\u0301"));
        for (int i = 0; i < keys.size(); i++) {
            files.record(created(keys.get(i), "1", i));
        }
        Map<FileRef, FileState> states = files.read(keys, FileStore.Consistency.STRONG);
        for (int i = 0; i < keys.size(); i++) {
            assertThat(states.get(keys.get(i)).present().orElseThrow().size()).isEqualTo(i);
        }
    }

    @Test
    @DisplayName("KEY-07: keys of 1,024 bytes fit, in one-byte characters and in two-byte ones")
    void longestKeys() {
        for (String key : List.of("k".repeat(1024), "é".repeat(512))) {
            files.record(created(file(key), "1", 7));
            for (int i = 0; i < 9; i++) {
                files.watch(file(key), watch(i));
            }
            assertThat(files.overflow(file(key), Optional.empty()).watches()).containsExactly(watch(8));
        }
    }

    @Test
    void whoWatchesSeesTheFileAndWhoComesSeesTheWatch() {
        FileRef file = file("either-order");
        assertThat(files.watch(file, watch(1)).present()).isEmpty();
        assertThat(files.record(created(file, "1", 1)).watches()).containsExactly(watch(1));
        assertThat(files.watch(file, watch(2)).present()).isPresent();
        assertThat(files.record(created(file, "1", 1)).watches()).containsExactlyInAnyOrder(watch(1), watch(2));
    }

    @Test
    void moreWatchesThanFitLieBesideTheFile() {
        FileRef file = file("calibration");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 230; i++) {
                FileState state = files.watch(file, watch(i));
                assertThat(state.more()).as("watch %d", i).isEqualTo(round == 1 || i >= DynamoFiles.MOST_INLINE);
                if (round == 1 && i == 0) {
                    assertThat(state.watches()).hasSize(DynamoFiles.MOST_INLINE);
                }
            }
        }
        FileState state = files.record(created(file, "1", 1));
        assertThat(state.more()).isTrue();
        Set<Watch> all = new HashSet<>(state.watches());
        List<Watch> beside = allBeside(file);
        all.addAll(beside);
        assertThat(beside).doesNotHaveDuplicates().hasSize(230 - DynamoFiles.MOST_INLINE);
        assertThat(all).hasSize(230);
    }

    private static List<Watch> allBeside(FileRef file) {
        List<Watch> watches = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Watches.Page page = files.overflow(file, cursor);
            watches.addAll(page.watches());
            cursor = page.cursor();
        } while (cursor.isPresent());
        return watches;
    }

    @Test
    void aWatchIsTakenAwayWhereverItIs() {
        FileRef file = file("cleared");
        files.remove(file, watch(0));
        assertThat(item(file)).isEmpty();
        for (int i = 0; i < 10; i++) {
            files.watch(file, watch(i));
        }
        for (int i = 0; i < 10; i += 9) {
            files.remove(file, watch(i));
            files.remove(file, watch(i));
        }
        assertThat(strong(file).watches()).hasSize(DynamoFiles.MOST_INLINE - 1).doesNotContain(watch(0));
        assertThat(allBeside(file)).containsExactly(watch(8));
    }

    @Test
    void aBadMarkHoldsForTheVersionItMeansUntilAnotherComes() {
        FileRef file = file("bad");
        files.record(created(file, "1", 1));
        files.mark(file, bad("other", Optional.empty()));
        files.mark(file, bad("etag-1", Optional.of("v0")));
        assertThat(strong(file).bad()).isEmpty();
        BadMark mark = bad("etag-1", Optional.of("v1"));
        files.mark(file, mark);
        assertThat(strong(file).bad()).contains(mark);
        assertThat(files.record(created(file, "2", 1)).bad()).isEmpty();
        files.mark(file, mark);
        assertThat(strong(file).bad()).isEmpty();
    }

    @Test
    @DisplayName("DDB-01, DDB-09: an ordinary item is one write unit, and no attribute's name is in the way")
    void itemSize() {
        FileRef file = new FileRef("tally-dev-landing-0123456789ab", "demo/2026/11/30/mag_20261130_123456_001.dat");
        for (int i = 0; i < DynamoFiles.MOST_INLINE; i++) {
            files.watch(file, Watch.parse("demo/2026-11-30-orbit-1234@0123456789ab#24" + i + "/256"));
        }
        files.record(new FileEvent.Created(file, new Sequencer("0065f1c0a1b2c3d4e5"), AT, 1_048_576,
                "d41d8cd98f00b204e9800998ecf8427e", Optional.of("3HL4kqtJvjVBH40Nrjfkd.9X8WmZ1Q2e")));
        files.mark(file, new BadMark("d41d8cd98f00b204e9800998ecf8427e",
                Optional.of("3HL4kqtJvjVBH40Nrjfkd.9X8WmZ1Q2e"), Checksum.parse(ChecksumAlgorithm.MD5, "0".repeat(32)),
                Checksum.parse(ChecksumAlgorithm.MD5, "1".repeat(32))));
        assertThat(ItemSize.of(item(file))).isLessThan(1_024);
    }

    @Test
    void primingChangesNothing() {
        files.prime();
        assertThat(strong(new FileRef("priming", "priming")).latest()).isEmpty();
    }

    @Test
    void readsAnyNumberAndToldTwice() {
        List<FileRef> many = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            many.add(file("many/" + i));
            many.add(file("many/" + i));
        }
        files.record(created(file("many/249"), "1", 249));
        Map<FileRef, FileState> states = files.read(many, FileStore.Consistency.EVENTUAL);
        assertThat(states).hasSize(250);
        assertThat(states.values().stream().filter(state -> state.present().isPresent())).hasSize(1);
    }

    @Test
    void behavesLikeItsTwin() {
        Random random = new Random(42);
        InMemoryFiles twin = new InMemoryFiles();
        List<FileRef> refs = List.of(file("twin/a"), file("twin/b"));
        for (int step = 0; step < 400; step++) {
            FileRef file = refs.get(random.nextInt(refs.size()));
            switch (random.nextInt(5)) {
                case 0 -> {
                    FileEvent event = created(file, Integer.toHexString(1 + random.nextInt(200)), random.nextInt(9));
                    assertThat(files.record(event)).isEqualTo(twin.record(event));
                }
                case 1 -> {
                    FileEvent event = deleted(file, Integer.toHexString(1 + random.nextInt(200)));
                    assertThat(files.record(event)).isEqualTo(twin.record(event));
                }
                case 2 -> {
                    Watch watch = watch(random.nextInt(12));
                    assertThat(files.watch(file, watch)).isEqualTo(twin.watch(file, watch));
                }
                case 3 -> {
                    Watch watch = watch(random.nextInt(12));
                    for (Watches store : List.of(files, twin)) {
                        store.remove(file, watch);
                    }
                    assertThat(strong(file)).isEqualTo(twin.state(file));
                }
                default -> {
                    String sequencer = twin.state(file)
                            .latest()
                            .map(FileEvent::sequencer)
                            .map(Sequencer::value)
                            .orElse("1");
                    BadMark mark = bad("etag-" + sequencer, random.nextBoolean()
                            ? Optional.of("v" + sequencer)
                            : Optional.empty());
                    for (BadFiles store : List.of(files, twin)) {
                        store.mark(file, mark);
                    }
                    assertThat(strong(file)).isEqualTo(twin.state(file));
                }
            }
        }
    }

    private static FileState strong(FileRef file) {
        return files.read(List.of(file), FileStore.Consistency.STRONG).get(file);
    }

    private static Map<String, AttributeValue> item(FileRef file) {
        return EmulatedAws.clients()
                .dynamoDb()
                .getItem(get -> get.tableName(table).key(Keys.file(file).attributes()))
                .item();
    }
}
