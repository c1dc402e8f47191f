package dev.tally.cli.api;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

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
    public static List<DatasetView> all(JsonNode answer) {
        return DeliveryView.list(answer.path("datasets")).stream().map(dataset -> of(answer, dataset)).toList();
    }

    /** Reads one dataset of the answer of {@code /datasets}. */
    public static DatasetView of(JsonNode answer, JsonNode dataset) {
        return new DatasetView(DeliveryView.text(dataset, "name"), DeliveryView.text(answer, "landingBucket"),
                texts(dataset.path("prefixes")), texts(dataset.path("formats")), dataset.path("archives").asBoolean());
    }

    private static List<String> texts(JsonNode array) {
        return DeliveryView.list(array).stream().map(JsonNode::asText).toList();
    }
}
