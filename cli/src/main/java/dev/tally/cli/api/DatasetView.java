package dev.tally.cli.api;

import java.util.List;

/**
 * A dataset as the API tells it.
 *
 * @param landingBucket where its files go
 * @param prefixes each ends with a slash; the first is where uploads go
 */
public record DatasetView(String name, String landingBucket, List<String> prefixes, List<String> formats,
        boolean archives) {
    public DatasetView {
        prefixes = List.copyOf(prefixes);
        formats = List.copyOf(formats);
    }

    /** Reads the answer of {@code /datasets}. */
    public static List<DatasetView> all(Json answer) {
        return answer.path("datasets").items().stream().map(dataset -> of(answer, dataset)).toList();
    }

    /** Reads one dataset of the answer of {@code /datasets}. */
    public static DatasetView of(Json answer, Json dataset) {
        return new DatasetView(DeliveryView.text(dataset, "name"), DeliveryView.text(answer, "landingBucket"),
                texts(dataset.path("prefixes")), texts(dataset.path("formats")), dataset.path("archives").truth(false));
    }

    private static List<String> texts(Json array) {
        return array.items().stream().map(Json::text).toList();
    }
}
