package dev.tally.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The manifest formats that a dataset may read; a key's suffix tells which one a file is in. */
public enum ManifestFormat {
    /** Tally's own, see {@code docs/manifest.md}. */
    TALLY(".manifest.json");

    private final String suffix;

    ManifestFormat(String suffix) {
        this.suffix = suffix;
    }

    /** How the keys of such manifests end. */
    public String suffix() {
        return suffix;
    }

    /** The name in the catalog: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ManifestFormat> of(String label) {
        return Arrays.stream(values()).filter(format -> format.label().equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(ManifestFormat::label).toList();
    }
}
