package dev.tally.benchmark.metered;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Sends each request to the table that counts and to another store, and keeps what both say was consumed. The counting
 * table answers. Refused writes are not compared, for a refusal tells no capacity. Thread-safe as long as no two threads write
 * one item.
 */
public final class CheckedDynamoDb implements DynamoDbClient {
    private final MeteredDynamoDb counting;
    private final DynamoDbClient store;
    private final Map<String, Compared> compared = new TreeMap<>();

    /** @param store has a table of the same keys and index, under every name that is asked for */
    public CheckedDynamoDb(MeteredDynamoDb counting, DynamoDbClient store) {
        this.counting = counting;
        this.store = store;
    }

    /**
     * What requests of one kind consumed.
     *
     * @param requests for which the store told something
     * @param counted capacity units of these, as computed here
     * @param told the same as the store tells
     * @param different of these requests, those for which the two are not the same
     * @param untold requests for which the store told nothing
     */
    public record Compared(long requests, double counted, double told, long different, long untold) {
        private Compared plus(Compared other) {
            return new Compared(requests + other.requests, counted + other.counted, told + other.told,
                    different + other.different, untold + other.untold);
        }
    }

    /** All until now, by operation. */
    public synchronized Map<String, Compared> compared() {
        return new TreeMap<>(compared);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return write("UpdateItem", () -> counting.updateItem(request), UpdateItemResponse::consumedCapacity,
                () -> store.updateItem(
                        request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build()));
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return write("PutItem", () -> counting.putItem(request), PutItemResponse::consumedCapacity,
                () -> store.putItem(request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build()));
    }

    private <R> R write(String operation, Supplier<R> here, Function<R, ConsumedCapacity> capacity,
            Supplier<R> there) {
        R answer;
        try {
            answer = here.get();
        } catch (ConditionalCheckFailedException refused) {
            refuse(operation, there);
            throw refused;
        }
        add(operation, capacity.apply(answer), Optional.ofNullable(capacity.apply(there.get())));
        return answer;
    }

    private static void refuse(String operation, Supplier<?> there) {
        try {
            var _ = there.get();
        } catch (ConditionalCheckFailedException alike) {
            return;
        }
        throw new IllegalStateException("The store took a write that is refused here: " + operation);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        GetItemResponse answer = counting.getItem(request);
        add("GetItem", answer.consumedCapacity(),
                Optional.ofNullable(
                        store.getItem(request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build())
                                .consumedCapacity()));
        return answer;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        BatchGetItemResponse answer = counting.batchGetItem(request);
        add("BatchGetItem", answer.consumedCapacity().getFirst(),
                store.batchGetItem(request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build())
                        .consumedCapacity()
                        .stream()
                        .findFirst());
        return answer;
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        QueryResponse answer = counting.query(request);
        add("Query", answer.consumedCapacity(),
                Optional.ofNullable(
                        store.query(request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build())
                                .consumedCapacity()));
        return answer;
    }

    private synchronized void add(String operation, ConsumedCapacity here, Optional<ConsumedCapacity> there) {
        Compared one = there.map(told -> new Compared(1, here.capacityUnits(), told.capacityUnits(),
                here.capacityUnits().equals(told.capacityUnits()) ? 0 : 1, 0))
                .orElse(new Compared(0, 0, 0, 0, 1));
        compared.merge(operation, one, Compared::plus);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        counting.close();
    }
}
