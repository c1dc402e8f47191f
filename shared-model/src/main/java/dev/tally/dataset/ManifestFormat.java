package dev.tally.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The manifest formats that a dataset may read; a key's suffix tells which one a file is in. */
public enum ManifestFormat {
    /** Tally's own, see {@code docs/manifest.md}. */
    TALLY(Pattern.compile("\\.manifest\\.json$")),
    /** A log of Singer messages, whose BATCH messages name the members; see {@code docs/singer.md}. */
    SINGER(Pattern.compile("\\.singer\\.jsonl(\\.gz)?$"));

    private final Pattern suffix;

    ManifestFormat(Pattern suffix) {
        this.suffix = suffix;
    }

    /** Whether a key is that of such a manifest. */
    public boolean isOf(String key) {
        return suffix.matcher(key).find();
    }

    /** The key, or the last part of it, without what tells the format. */
    public String withoutSuffix(String key) {
        return suffix.matcher(key).replaceFirst("");
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
