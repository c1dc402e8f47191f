package dev.tally.dataset;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All datasets of an environment.
 *
 * @param environment {@code [a-z][a-z0-9-]{0,19}}
 * @param datasets no two of a name, and no prefix within another dataset's; {@link CatalogReader} tells all that is
 *                wrong with one
 */
public record Catalog(String environment, List<Dataset> datasets) {
    public Catalog {
        Rules.hold(Rules.environment(environment));
        datasets = List.copyOf(datasets);
        Set<String> names = new HashSet<>();
        for (Dataset dataset : datasets) {
            if (!names.add(dataset.name())) {
                throw new IllegalArgumentException("Two datasets are called " + dataset.name());
            }
        }
    }

    public Optional<Dataset> find(String name) {
        return datasets.stream().filter(dataset -> dataset.name().equals(name)).findFirst();
    }

    /** The dataset in which a key of the landing bucket lies: the one with the longest prefix of it. */
    public Optional<Dataset> of(String landingKey) {
        record Match(Dataset dataset, int length) {}
        return datasets.stream()
                .flatMap(dataset -> dataset.prefixes()
                        .stream()
                        .filter(landingKey::startsWith)
                        .map(prefix -> new Match(dataset, prefix.length())))
                .max(Comparator.comparingInt(Match::length))
                .map(Match::dataset);
    }

    /** The dataset to which a key of the landing bucket is a manifest. */
    public Optional<Dataset> manifestOf(String landingKey) {
        return of(landingKey).filter(dataset -> dataset.formatOf(landingKey).isPresent());
    }
}
