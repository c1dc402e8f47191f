package dev.tally.completeness;

import java.util.Arrays;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;

final class HomeTest {
    private static FileRef file(String key) {
        return new FileRef("landing", key);
    }

    private static Optional<String> home(String... keys) {
        Home home = new Home();
        Arrays.stream(keys).map(HomeTest::file).forEach(home::add);
        return home.hash();
    }

    @Test
    void itIsTheDeepestFolderThatHoldsAllFiles() {
        assertThat(home("a/b/c.csv", "a/b/d.csv")).isEqualTo(home("a/b/x"));
        assertThat(home("a/b/c.csv", "a/b/c/d.csv")).isEqualTo(home("a/b/x"));
        assertThat(home("a/bc/d", "a/bd/d")).isEqualTo(home("a/x"));
        assertThat(home("a/b", "c/d")).isEqualTo(home("x")).isNotEqualTo(home("a/x"));
        assertThat(home("a//b", "a//c")).isEqualTo(home("a//x")).isNotEqualTo(home("a/x"));
        assertThat(home()).isEmpty();
    }

    @Test
    void resultsOfOtherDeliveriesLieInNoFolder() {
        Home home = new Home();
        home.add(FileRef.ofDelivery("mag", "d"));
        assertThat(home.hash()).isEmpty();
        home.add(file("a/b"));
        assertThat(home.hash()).isEqualTo(home("a/x"));
    }

    @Test
    void aFileIsAroundEveryFolderThatItLiesInAndNoOther() {
        assertThat(Home.around(file("a/b/c.csv"))).containsExactlyInAnyOrder(home("x").orElseThrow(),
                home("a/x").orElseThrow(), home("a/b/x").orElseThrow());
        assertThat(Home.around(file("c.csv"))).containsExactly(home("x").orElseThrow());
        assertThat(Home.around(file("a/b/c.csv"))).doesNotContain(home("a/c/x").orElseThrow());
    }
}
