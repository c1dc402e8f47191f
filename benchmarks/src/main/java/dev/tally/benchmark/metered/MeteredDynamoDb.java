package dev.tally.benchmark.metered;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * One table with the keys {@code pk} and {@code sk} and an index, keys only, of {@code dataset} and {@code order}. It
 * answers the requests that Tally's adapters make, and every answer tells the capacity that was consumed. What is not
 * implemented fails, so a new kind of request cannot go uncounted. Reads see all writes, whatever their consistency;
 * only the price differs. Thread-safe.
 */
public final class MeteredDynamoDb implements DynamoDbClient {
    static final String PK = "pk";
    static final String SK = "sk";
    private static final Set<String> INDEXED = Set.of("dataset", "order");
    private static final int LARGEST_ITEM = 400 * 1_024;
    private static final int LARGEST_PAGE = 1_024 * 1_024;
    private static final int LARGEST_BATCH_ANSWER = 16 * 1_024 * 1_024;
    private static final int LARGEST_BATCH = 100;

    private final Meter meter;
    private final OffHeapItems items = new OffHeapItems();

    public MeteredDynamoDb(Meter meter) {
        this.meter = meter;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public synchronized void close() {
        items.close();
    }

    /** How many items the table has. */
    public synchronized int items() {
        return items.count();
    }

    @Override
    public synchronized UpdateItemResponse updateItem(UpdateItemRequest request) {
        Optional<Map<String, AttributeValue>> before = items.get(text(request.key(), PK), text(request.key(), SK));
        check("UpdateItem", before, ItemSize.of(request.key()), request.conditionExpression(),
                request.expressionAttributeNames(), request.expressionAttributeValues(),
                request.returnValuesOnConditionCheckFailure());
        Map<String, AttributeValue> after = Update.apply(new Tokens(request.updateExpression(),
                request.expressionAttributeNames(), request.expressionAttributeValues()),
                before.orElse(request.key()));
        ConsumedCapacity consumed = write("UpdateItem", before, after);
        UpdateItemResponse.Builder response = UpdateItemResponse.builder().consumedCapacity(consumed);
        if (request.returnValues() == ReturnValue.ALL_NEW) {
            response.attributes(after);
        } else if (request.returnValues() != null && request.returnValues() != ReturnValue.NONE) {
            throw new UnsupportedOperationException("ReturnValues " + request.returnValues());
        }
        return response.build();
    }

    @Override
    public synchronized PutItemResponse putItem(PutItemRequest request) {
        Optional<Map<String, AttributeValue>> before = items.get(text(request.item(), PK), text(request.item(), SK));
        check("PutItem", before, ItemSize.of(request.item()), request.conditionExpression(),
                request.expressionAttributeNames(), request.expressionAttributeValues(),
                request.returnValuesOnConditionCheckFailure());
        return PutItemResponse.builder().consumedCapacity(write("PutItem", before, request.item())).build();
    }

    private void check(String operation, Optional<Map<String, AttributeValue>> before, int wanted,
            @Nullable String condition, Map<String, String> names, Map<String, AttributeValue> values,
            @Nullable ReturnValuesOnConditionCheckFailure onFailure) {
        if (condition == null
                || Condition.parse(new Tokens(condition, names, values)).test(before.orElse(Map.of()))) {
            return;
        }
        double units = CapacityUnits.write(before.map(ItemSize::of).orElse(0), wanted);
        meter.add("dynamodb:" + operation + " refused", new Meter.Usage(1, units, 0, 0));
        ConditionalCheckFailedException.Builder refused = ConditionalCheckFailedException.builder()
                .message("The conditional request failed");
        if (onFailure == ReturnValuesOnConditionCheckFailure.ALL_OLD) {
            before.ifPresent(refused::item);
        }
        throw refused.build();
    }

    private ConsumedCapacity write(String operation, Optional<Map<String, AttributeValue>> before,
            Map<String, AttributeValue> after) {
        int size = ItemSize.of(after);
        if (size > LARGEST_ITEM) {
            throw new IllegalArgumentException("An item of " + size + " bytes: " + text(after, PK));
        }
        items.put(after);
        double table = CapacityUnits.write(before.map(ItemSize::of).orElse(0), size);
        double index = CapacityUnits.writeToIndex(before.flatMap(MeteredDynamoDb::indexed), indexed(after));
        meter.add("dynamodb:" + operation + ' ' + kind(text(after, PK)), new Meter.Usage(1, table + index, 0, size));
        return capacity(table + index);
    }

    /** The entry of the index: the keys of both. */
    private static Optional<Map<String, AttributeValue>> indexed(Map<String, AttributeValue> item) {
        if (!item.keySet().containsAll(INDEXED)) {
            return Optional.empty();
        }
        Map<String, AttributeValue> entry = new HashMap<>(item);
        Set<String> projected = new HashSet<>(INDEXED);
        projected.addAll(Set.of(PK, SK));
        entry.keySet().retainAll(projected);
        return Optional.of(entry);
    }

    @Override
    public synchronized GetItemResponse getItem(GetItemRequest request) {
        boolean strong = Boolean.TRUE.equals(request.consistentRead());
        Optional<Map<String, AttributeValue>> item = items.get(text(request.key(), PK), text(request.key(), SK));
        double units = CapacityUnits.read(item.map(ItemSize::of).orElse(0), strong);
        meter.add("dynamodb:GetItem " + kind(text(request.key(), PK)), new Meter.Usage(1, 0, units, 0));
        GetItemResponse.Builder response = GetItemResponse.builder().consumedCapacity(capacity(units));
        item.ifPresent(response::item);
        return response.build();
    }

    @Override
    public synchronized BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        Map.Entry<String, KeysAndAttributes> only = request.requestItems().entrySet().iterator().next();
        List<Map<String, AttributeValue>> keys = only.getValue().keys();
        if (request.requestItems().size() != 1 || keys.size() > LARGEST_BATCH
                || Set.copyOf(keys).size() < keys.size()) {
            throw new IllegalArgumentException("A batch of 1 to 100 different keys of one table, not " + keys);
        }
        boolean strong = Boolean.TRUE.equals(only.getValue().consistentRead());
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        List<Map<String, AttributeValue>> left = new ArrayList<>();
        double units = 0;
        int bytes = 0;
        for (Map<String, AttributeValue> key : keys) {
            Optional<Map<String, AttributeValue>> item = items.get(text(key, PK), text(key, SK));
            int size = item.map(ItemSize::of).orElse(0);
            if (bytes + size > LARGEST_BATCH_ANSWER) {
                left.add(key);
            } else {
                bytes += size;
                units += CapacityUnits.read(size, strong);
                item.ifPresent(found::add);
            }
        }
        meter.add("dynamodb:BatchGetItem " + kind(text(keys.getFirst(), PK)) + (strong ? " strong" : ""),
                new Meter.Usage(1, 0, units, bytes));
        return BatchGetItemResponse.builder()
                .responses(Map.of(only.getKey(), found))
                .unprocessedKeys(left.isEmpty()
                        ? Map.of()
                        : Map.of(only.getKey(), only.getValue().toBuilder().keys(left).build()))
                .consumedCapacity(capacity(units))
                .build();
    }

    /** Of the table, by partition key and the beginning of the sort key. */
    @Override
    public synchronized QueryResponse query(QueryRequest request) {
        if (request.indexName() != null || request.filterExpression() != null
                || Boolean.FALSE.equals(request.scanIndexForward())) {
            throw new UnsupportedOperationException("Such a query: " + request);
        }
        Tokens tokens = new Tokens(request.keyConditionExpression(), request.expressionAttributeNames(),
                request.expressionAttributeValues());
        String pk = partition(request);
        var condition = Condition.parse(tokens);
        boolean strong = Boolean.TRUE.equals(request.consistentRead());
        String from = request.hasExclusiveStartKey() ? text(request.exclusiveStartKey(), SK) : "";
        int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        List<Map<String, AttributeValue>> page = new ArrayList<>();
        int bytes = 0;
        boolean more = false;
        for (Map<String, AttributeValue> item : items.partition(pk)) {
            if (condition.test(item) && text(item, SK).compareTo(from) > 0) {
                more = page.size() == limit || bytes > LARGEST_PAGE;
                if (more) {
                    break;
                }
                page.add(item);
                bytes += ItemSize.of(item);
            }
        }
        double units = CapacityUnits.read(bytes, strong);
        meter.add("dynamodb:Query " + kind(pk), new Meter.Usage(1, 0, units, bytes));
        QueryResponse.Builder response = QueryResponse.builder().items(page).consumedCapacity(capacity(units));
        if (more) {
            response.lastEvaluatedKey(Map.of(PK, page.getLast().get(PK), SK, page.getLast().get(SK)));
        }
        return response.build();
    }

    private static String partition(QueryRequest request) {
        Tokens tokens = new Tokens(request.keyConditionExpression(), request.expressionAttributeNames(),
                request.expressionAttributeValues());
        if (!tokens.name().equals(PK)) {
            throw tokens.unsupported("the partition key does not come first");
        }
        tokens.need("=");
        return tokens.value().s();
    }

    private static ConsumedCapacity capacity(double units) {
        return ConsumedCapacity.builder().capacityUnits(units).build();
    }

    static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        if (value == null || value.s() == null) {
            throw new IllegalArgumentException("No text \"" + attribute + "\" in " + item.keySet());
        }
        return value.s();
    }

    /** What an item is, by its key, so that the meter tells for what capacity was consumed. */
    private static String kind(String pk) {
        return pk.startsWith("F#") ? "file" : pk.matches(".*@[0-9a-f]{12}#[0-9]+") ? "chunk" : "delivery";
    }
}
