package dev.tally.aws;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

import dev.tally.storage.InParallel;

/** The tracking table, item by item. Thread-safe. */
final class Table {
    /** So many keys one batch takes. */
    static final int BATCH = 100;
    private static final int BATCHES_AT_ONCE = 8;

    private final DynamoDbClient client;
    private final String name;
    private final Backoff backoff;

    Table(AwsClients clients, String name) {
        this(clients, name, Backoff.USUAL);
    }

    Table(AwsClients clients, String name, Backoff backoff) {
        this.client = clients.dynamoDb();
        this.name = name;
        this.backoff = backoff;
    }

    /**
     * An item behind a conditional write.
     *
     * @param applied whether the condition held
     * @param item as it is then; empty if there is none
     */
    record Written(boolean applied, Map<String, AttributeValue> item) {}

    Written update(Keys key, ItemUpdate update) {
        try {
            return new Written(true, client.updateItem(update.request(name, key)).attributes());
        } catch (ConditionalCheckFailedException refused) {
            return new Written(false, refused.hasItem() ? refused.item() : Map.of());
        }
    }

    void put(Map<String, AttributeValue> item) {
        client.putItem(put -> put.tableName(name).item(item));
    }

    void delete(Keys key) {
        client.deleteItem(delete -> delete.tableName(name).key(key.attributes()));
    }

    /** Puts an item unless there is one of its key. */
    Written create(Map<String, AttributeValue> item) {
        try {
            client.putItem(put -> put.tableName(name)
                    .item(item)
                    .conditionExpression("attribute_not_exists(#pk)")
                    .expressionAttributeNames(Map.of("#pk", Keys.PK))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return new Written(true, item);
        } catch (ConditionalCheckFailedException refused) {
            return new Written(false, refused.item());
        }
    }

    /** Reads strongly. */
    Optional<Map<String, AttributeValue>> get(Keys key) {
        Map<String, AttributeValue> item = client.getItem(get -> get.tableName(name)
                .key(key.attributes())
                .consistentRead(true)).item();
        return item.isEmpty() ? Optional.empty() : Optional.of(item);
    }

    /** Reads items, in no order; those that do not exist are left out. Many are read in several batches at once. */
    List<Map<String, AttributeValue>> get(Collection<Keys> keys, boolean strong) {
        List<Keys> distinct = keys.stream().distinct().toList();
        List<List<Keys>> batches = new ArrayList<>();
        for (int at = 0; at < distinct.size(); at += BATCH) {
            batches.add(distinct.subList(at, Math.min(distinct.size(), at + BATCH)));
        }
        return InParallel.map(batches, BATCHES_AT_ONCE, batch -> batch(batch, strong))
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private List<Map<String, AttributeValue>> batch(List<Keys> keys, boolean strong) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        List<Map<String, AttributeValue>> open = keys.stream().map(Keys::attributes).toList();
        for (int attempt = 1;; attempt++) {
            KeysAndAttributes asked = KeysAndAttributes.builder().keys(open).consistentRead(strong).build();
            BatchGetItemResponse answer = client.batchGetItem(get -> get.requestItems(Map.of(name, asked)));
            items.addAll(answer.responses().getOrDefault(name, List.of()));
            open = answer.unprocessedKeys().values().stream().flatMap(left -> left.keys().stream()).toList();
            if (open.isEmpty()) {
                return items;
            }
            if (attempt == backoff.attempts()) {
                throw new ServiceBusyException("The table left over " + open.size() + " of " + keys.size() + " keys, "
                        + attempt + " times");
            }
            backoff.pause(attempt);
        }
    }

    /** One page of a query of one partition, by the beginning of the sort key. */
    QueryResponse query(String pk, String skPrefix, boolean strong, int limit, Map<String, AttributeValue> from) {
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(name)
                .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
                .expressionAttributeNames(Map.of("#pk", Keys.PK, "#sk", Keys.SK))
                .expressionAttributeValues(Map.of(":pk", Item.of(pk), ":sk", Item.of(skPrefix)))
                .consistentRead(strong)
                .limit(limit);
        if (!from.isEmpty()) {
            query.exclusiveStartKey(from);
        }
        return client.query(query.build());
    }

    /**
     * Up to so many keys of an index, behind the start if there is one.
     *
     * @param wanted says the index, its conditions and the direction
     */
    List<Map<String, AttributeValue>> index(QueryRequest wanted, int limit, Map<String, AttributeValue> start) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> from = start;
        do {
            QueryRequest.Builder query = wanted.toBuilder().tableName(name).limit(limit - items.size());
            if (!from.isEmpty()) {
                query.exclusiveStartKey(from);
            }
            QueryResponse page = client.query(query.build());
            items.addAll(page.items());
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!from.isEmpty() && items.size() < limit);
        return items;
    }

    /** All items of one partition whose sort key begins so, read strongly. */
    List<Map<String, AttributeValue>> all(String pk, String skPrefix) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> from = new HashMap<>();
        do {
            QueryResponse page = query(pk, skPrefix, true, 1_000, from);
            items.addAll(page.items());
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!from.isEmpty());
        return items;
    }
}
