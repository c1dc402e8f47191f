package dev.tally.dataset;

/**
 * One thing that is wrong with a catalog.
 *
 * @param place a JSON path, {@code $.datasets[2].job.kind}
 * @param message what is wrong, and what would be right
 */
public record CatalogFault(String place, String message) {
    @Override
    public String toString() {
        return place + ": " + message;
    }
}
