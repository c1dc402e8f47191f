package dev.tally.singer.lake;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.tally.manifest.JsonTrouble;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.Content;
import dev.tally.singer.lake.Facts.DataFile;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.Facts.Origin;
import dev.tally.singer.lake.Facts.Stored;
import dev.tally.singer.lake.Facts.StreamCounts;

/** Reads facts as {@link FactsJson} has them. Fields that are unknown are of a later time, and passed over. */
public final class FactsReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private FactsReader() {}

    /** @throws FactsException if these are no facts that can be read here */
    public static Facts read(byte[] json) {
        try {
            JsonNode facts = JSON.readTree(json);
            if (facts.path("singerFacts").asInt() != 1) {
                throw new FactsException("singerFacts is not 1; they are of another version, or no facts at all");
            }
            return new Facts(text(facts, "log"), origin(facts), content(facts),
                    new Stored(number(facts, "storedBytes"), text(facts, "storedSha256")), counts(facts),
                    number(facts, "states"), number(facts, "others"), items(facts, "schemaless", JsonNode::asText),
                    items(facts, "batches", FactsReader::batch));
        } catch (JsonProcessingException notJson) {
            throw new FactsException(JsonTrouble.describeWithPlace(notJson), notJson);
        } catch (IOException | IllegalArgumentException | DateTimeException broken) {
            throw new FactsException(String.valueOf(broken.getMessage()), broken);
        }
    }

    private static Origin origin(JsonNode facts) {
        return new Origin(new Ulid(text(facts, "run")), text(facts, "tap"), (int) number(facts, "part"),
                number(facts, "firstMessage"), number(facts, "lastMessage"),
                optionalText(facts, "firstTime").map(Instant::parse),
                optionalText(facts, "lastTime").map(Instant::parse), end(facts.path("end")));
    }

    private static Optional<End> end(JsonNode end) {
        return end.isObject()
                ? Optional.of(new End(End.Reason.valueOf(text(end, "reason").toUpperCase(Locale.ROOT)),
                        (int) number(end, "exitCode")))
                : Optional.empty();
    }

    private static Content content(JsonNode facts) {
        return new Content(number(facts, "lines"), items(facts, "injected", JsonNode::asLong),
                items(facts, "invalid", JsonNode::asLong), number(facts, "invalidTotal"), number(facts, "bytes"),
                text(facts, "sha256"), facts.path("trailingState").asBoolean(),
                facts.path("finalNewlineAdded").asBoolean(), optionalText(facts, "partial"));
    }

    private static Map<String, StreamCounts> counts(JsonNode facts) {
        Map<String, StreamCounts> counts = new LinkedHashMap<>();
        for (JsonNode stream : facts.path("counts")) {
            counts.put(text(stream, "stream"), new StreamCounts(stream.path("SCHEMA").asLong(),
                    stream.path("RECORD").asLong(), stream.path("BATCH").asLong(),
                    stream.path("ACTIVATE_VERSION").asLong()));
        }
        return counts;
    }

    private static BatchFile batch(JsonNode batch) {
        return new BatchFile(number(batch, "line"), text(batch, "stream"), text(batch, "uri"),
                batch.has("bytes")
                        ? Optional.of(new DataFile(number(batch, "bytes"), optionalText(batch, "etag")))
                        : Optional.empty());
    }

    private static <T> List<T> items(JsonNode facts, String field, Function<JsonNode, T> item) {
        List<T> items = new ArrayList<>();
        facts.path(field).forEach(node -> items.add(item.apply(node)));
        return items;
    }

    private static String text(JsonNode node, String field) {
        return optionalText(node, field).orElseThrow(() -> new FactsException("the text \"" + field + "\" is missing"));
    }

    private static Optional<String> optionalText(JsonNode node, String field) {
        return node.path(field).isTextual() ? Optional.of(node.path(field).textValue()) : Optional.empty();
    }

    private static long number(JsonNode node, String field) {
        if (!node.path(field).canConvertToExactIntegral()) {
            throw new FactsException("the number \"" + field + "\" is missing");
        }
        return node.path(field).longValue();
    }
}
