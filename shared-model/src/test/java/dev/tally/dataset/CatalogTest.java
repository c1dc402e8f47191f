package dev.tally.dataset;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class CatalogTest {
    private static final Dataset OUTER = at("outer", "in/", "in/deep/");
    private static final Dataset OTHER = at("other", "other/");
    private static final Catalog CATALOG = new Catalog("dev", List.of(OUTER, OTHER));

    @Test
    void findsByName() {
        assertThat(CATALOG.find("other")).hasValue(OTHER);
        assertThat(CATALOG.find("Other")).isEmpty();
    }

    @Test
    void findsByTheLongestPrefix() {
        assertThat(CATALOG.of("in/deep/a")).hasValue(OUTER);
        assertThat(CATALOG.of("other/a")).hasValue(OTHER);
        assertThat(CATALOG.of("in")).isEmpty();
        assertThat(CATALOG.of("/in/a")).isEmpty();
        assertThat(CATALOG.of("IN/a")).isEmpty();
    }

    @Test
    void knowsAManifestByItsSuffix() {
        assertThat(CATALOG.manifestOf("in/d/2026.manifest.json")).hasValue(OUTER);
        assertThat(CATALOG.manifestOf("in/d/2026.manifest.json.gz")).isEmpty();
        assertThat(CATALOG.manifestOf("in/d/2026.Manifest.json")).isEmpty();
        assertThat(CATALOG.manifestOf("elsewhere/2026.manifest.json")).isEmpty();
    }

    @Test
    void hasNoTwoDatasetsOfAName() {
        assertThatThrownBy(() -> new Catalog("dev", List.of(OUTER, at("outer", "x/"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Two datasets are called outer");
    }

    private static Dataset at(String name, String... prefixes) {
        return new Dataset(name, List.of(prefixes), List.of(ManifestFormat.TALLY), Optional.empty(), Optional.empty(),
                new Job.None(), Optional.empty(), List.of());
    }
}
