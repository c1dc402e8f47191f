package dev.tally.storage;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;
import dev.tally.storage.Hashing.Progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class HashingTest {
    private static final FileRef FILE = new FileRef("landing", "large");
    private static final Set<ChecksumAlgorithm> ALGORITHMS = EnumSet.allOf(ChecksumAlgorithm.class);
    private static final int PIECE = 100;

    private final FakeObjects objects = new FakeObjects();
    private final Hashing hashing = new Hashing(objects, PIECE);

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 99, 100, 101, 1234})
    void digestsEveryByteOnceWhereverItStops(int size) {
        byte[] content = content(size);
        ObjectVersion object = objects.store(FILE, content).version();
        List<Checksum> expected = FakeObjects.checksums(content, ALGORITHMS);

        Progress progress = Hashing.start(ALGORITHMS);
        int invocations = 0;
        while (progress instanceof Progress.Paused paused) {
            progress = hashing.proceed(object, size, paused, Budgets.asked(1));
            invocations++;
        }

        assertThat(progress).isEqualTo(new Progress.Digested(expected));
        assertThat(invocations).isEqualTo(Math.max(1, Math.ceilDiv(size, 2 * PIECE)));
        assertThat(hashing.digest(object, size, ALGORITHMS)).isEqualTo(expected);
    }

    @Test
    void proceedsByAPieceEvenWithoutTime() {
        ObjectVersion object = objects.store(FILE, content(300)).version();

        Progress progress = hashing.proceed(object, 300, Hashing.start(ALGORITHMS), Budgets.asked(0));

        assertThat(progress).isInstanceOfSatisfying(Progress.Paused.class,
                paused -> assertThat(Digester.resume(paused.state()).count()).isEqualTo(100));
    }

    @Test
    void tellsThatTheObjectIsGone() {
        ObjectVersion object = objects.store(FILE, content(300)).version();
        objects.delete(FILE);

        assertThatThrownBy(() -> hashing.proceed(object, 300, Hashing.start(ALGORITHMS), Budgets.endless()))
                .isInstanceOf(ObjectGoneException.class);
    }
}
