package dev.tally.dataset;

import java.util.List;
import java.util.Optional;

/** Datasets for tests. */
public final class Datasets {
    private Datasets() {}

    /** A dataset at {@code <name>/} without a job, an owner, a deadline or an archive. */
    public static Dataset plain(String name) {
        return new Dataset(name, List.of(name + '/'), List.of(ManifestFormat.TALLY), Optional.empty(), Optional.empty(),
                new Job.None(), Optional.empty(), List.of());
    }

    public static Catalog catalog(String... names) {
        return new Catalog("dev", List.of(names).stream().map(Datasets::plain).toList());
    }
}
