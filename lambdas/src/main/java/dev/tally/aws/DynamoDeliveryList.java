package dev.tally.aws;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

import dev.tally.completeness.DeliveriesAround;
import dev.tally.completeness.Home;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryList;
import dev.tally.file.FileRef;

/** Lists deliveries by the table's sparse index, which holds keys alone. Thread-safe. */
public final class DynamoDeliveryList implements DeliveryList, DeliveriesAround {
    /** Entries of the index, of some 200 bytes each: about 50 read units, and 400 KB. */
    private static final int LOOKED_THROUGH = 2_000;

    private final Table table;
    private final String index;

    public DynamoDeliveryList(AwsClients clients, String table, String index) {
        this.table = new Table(clients, table);
        this.index = index;
    }

    @Override
    public Page page(String dataset, Optional<String> cursor, int limit) {
        return page(all(dataset), dataset, cursor, limit);
    }

    @Override
    public Page open(String dataset, Optional<String> cursor, int limit) {
        return page(QueryRequest.builder()
                .keyConditionExpression("#dataset = :dataset AND begins_with(#order, :open)")
                .expressionAttributeNames(Map.of("#dataset", DeliveryItem.DATASET, "#order", DeliveryItem.ORDER))
                .expressionAttributeValues(Map.of(":dataset", Item.of(dataset), ":open", Item.of(DeliveryItem.OPEN)))
                .scanIndexForward(true), dataset, cursor, limit);
    }

    @Override
    public DeliveriesAround.Found find(String dataset, FileRef file, Optional<String> cursor) {
        Set<String> homes = Home.around(file);
        List<Map<String, AttributeValue>> keys = keys(all(dataset), dataset, cursor, LOOKED_THROUGH);
        return new DeliveriesAround.Found(keys.stream()
                .filter(key -> DeliveryItem.home(Item.text(key, DeliveryItem.ORDER))
                        .filter(homes::contains)
                        .isPresent())
                .map(key -> Keys.delivery(Item.text(key, Keys.PK), Item.text(key, Keys.SK)))
                .toList(), keys.size() == LOOKED_THROUGH ? Optional.of(cursor(keys.getLast())) : Optional.empty());
    }

    private static QueryRequest.Builder all(String dataset) {
        return QueryRequest.builder()
                .keyConditionExpression("#dataset = :dataset")
                .expressionAttributeNames(Map.of("#dataset", DeliveryItem.DATASET))
                .expressionAttributeValues(Map.of(":dataset", Item.of(dataset)))
                .scanIndexForward(false);
    }

    private List<Map<String, AttributeValue>> keys(QueryRequest.Builder wanted, String dataset,
            Optional<String> cursor, int limit) {
        return table.index(wanted.indexName(index).build(), limit, cursor.map(c -> start(dataset, c)).orElse(Map.of()));
    }

    private Page page(QueryRequest.Builder wanted, String dataset, Optional<String> cursor, int limit) {
        List<Map<String, AttributeValue>> keys = keys(wanted, dataset, cursor, limit);
        Map<Keys, Delivery> deliveries = new HashMap<>();
        table.get(keys.stream().map(Keys::of).toList(), false)
                .forEach(item -> deliveries.put(Keys.of(item), DeliveryItem.read(item)));
        List<Entry> entries = new ArrayList<>();
        for (Map<String, AttributeValue> key : keys) {
            Delivery delivery = deliveries.get(Keys.of(key));
            if (delivery != null) {
                entries.add(new Entry(delivery, cursor(key)));
            }
        }
        return new Page(entries, keys.size() == limit);
    }

    /** The index's place of an item: its order, then its key; neither order nor revision has a line feed. */
    private static String cursor(Map<String, AttributeValue> key) {
        return Item.text(key, DeliveryItem.ORDER) + '\n' + Item.text(key, Keys.SK) + '\n' + Item.text(key, Keys.PK);
    }

    private static Map<String, AttributeValue> start(String dataset, String cursor) {
        String[] parts = cursor.split("\n", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("Not a place in a list of deliveries");
        }
        Map<String, AttributeValue> start = new HashMap<>(new Keys(parts[2], parts[1]).attributes());
        start.put(DeliveryItem.DATASET, Item.of(dataset));
        start.put(DeliveryItem.ORDER, Item.of(parts[0]));
        return start;
    }
}
