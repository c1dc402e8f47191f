package dev.tally.dataset;

import java.util.Set;

/**
 * Where a dataset's results are kept, and which part of them.
 *
 * @param prefix of the archive bucket, ends with a slash
 * @param include at least one
 */
public record ArchivePolicy(String prefix, Set<Part> include) {
    public ArchivePolicy {
        Rules.hold(Rules.prefix(prefix));
        include = Set.copyOf(include);
        if (include.isEmpty()) {
            throw new IllegalArgumentException("An archive of nothing; leave the archive out");
        }
    }

    public boolean includes(Part part) {
        return include.contains(part);
    }

    /** What a delivery consists of. */
    public enum Part {
        /** The files that the manifest lists. */
        MEMBERS,
        /** The files that the job wrote. */
        OUTPUTS
    }
}
