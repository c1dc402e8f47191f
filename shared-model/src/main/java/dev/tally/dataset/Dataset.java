package dev.tally.dataset;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A configured stream of deliveries.
 *
 * @param name {@code [a-z0-9-]{1,50}}
 * @param prefixes of the landing bucket, each ends with a slash; at least one
 * @param formats in which its manifests are read; at least one
 * @param deadline from the registration of a delivery to its last file
 * @param archive empty if results are not archived
 * @param notifications e-mail addresses that hear of failed, rejected and overdue deliveries
 */
public record Dataset(String name, List<String> prefixes, List<ManifestFormat> formats, Optional<Owner> owner,
        Optional<Duration> deadline, Job job, Optional<ArchivePolicy> archive, List<String> notifications) {
    /** Longer than this is no deadline. */
    public static final Duration LONGEST_DEADLINE = Duration.ofDays(3650);

    public Dataset {
        Rules.hold(Rules.dataset(name));
        prefixes = List.copyOf(prefixes);
        formats = List.copyOf(formats);
        notifications = List.copyOf(notifications);
        if (prefixes.isEmpty() || formats.isEmpty()) {
            throw new IllegalArgumentException("A dataset has at least one prefix and one format");
        }
        prefixes.forEach(prefix -> Rules.hold(Rules.prefix(prefix)));
        deadline.ifPresent(duration -> Rules.hold(Rules.duration(duration, LONGEST_DEADLINE)));
        notifications.forEach(address -> Rules.hold(Rules.email(address)));
    }

    public boolean reads(ManifestFormat format) {
        return formats.contains(format);
    }

    /** The format of a manifest with that key; empty if this dataset takes it for no manifest. */
    public Optional<ManifestFormat> formatOf(String landingKey) {
        return formats.stream().filter(format -> format.isOf(landingKey)).findFirst();
    }

    /** Whether a key of the landing bucket lies in this dataset. */
    public boolean owns(String landingKey) {
        return prefixes.stream().anyMatch(landingKey::startsWith);
    }

    public boolean archives() {
        return archive.isPresent();
    }
}
