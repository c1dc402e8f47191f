package dev.tally.lambda.api;

import java.io.IOException;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.ManifestFormat;

/** What datasets there are, and where their files go. */
final class DatasetList {
    private final Supplier<Catalog> catalog;
    private final String landingBucket;

    DatasetList(Supplier<Catalog> catalog, String landingBucket) {
        this.catalog = catalog;
        this.landingBucket = landingBucket;
    }

    void write(JsonGenerator json) throws IOException {
        Catalog known = catalog.get();
        json.writeStartObject();
        json.writeStringField("environment", known.environment());
        json.writeStringField("landingBucket", landingBucket);
        json.writeArrayFieldStart("datasets");
        for (Dataset dataset : known.datasets()) {
            write(json, dataset);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Dataset dataset) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", dataset.name());
        Texts.write(json, "prefixes", dataset.prefixes());
        Texts.write(json, "formats", dataset.formats().stream().map(ManifestFormat::label).toList());
        if (dataset.owner().isPresent()) {
            json.writeStringField("owner", dataset.owner().get().name());
        }
        if (dataset.deadline().isPresent()) {
            json.writeStringField("deadline", dataset.deadline().get().toString());
        }
        json.writeObjectFieldStart("job");
        json.writeStringField("kind", dataset.job().kind());
        json.writeEndObject();
        json.writeBooleanField("archives", dataset.archives());
        json.writeEndObject();
    }
}
