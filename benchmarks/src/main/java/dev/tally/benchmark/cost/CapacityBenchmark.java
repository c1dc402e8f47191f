package dev.tally.benchmark.cost;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.stream.Stream;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

import dev.tally.benchmark.Cloud;
import dev.tally.benchmark.JsonLine;
import dev.tally.benchmark.metered.CheckedDynamoDb;
import dev.tally.benchmark.metered.Meter;
import dev.tally.benchmark.metered.MeteredDynamoDb;

/**
 * Holds the capacity units that the other benchmarks compute against those that a store tells by itself, for the requests
 * of whole deliveries in every order.
 */
public final class CapacityBenchmark {
    private static final String TABLE = "counted";
    private static final int[] SIZES = {1, 100, 1_000};

    private CapacityBenchmark() {}

    /** Prints a line for each operation. */
    public static void main(String[] arguments) {
        // The functions' code logs to the standard output, which is for the benchmark's lines.
        PrintStream lines = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Meter meter = new Meter();
        try (Cloud cloud = new Cloud();
                CheckedDynamoDb table = new CheckedDynamoDb(new MeteredDynamoDb(meter),
                        createTable(cloud.clients().dynamoDb()))) {
            Tracking tracking = new Tracking(table, TABLE, meter);
            int number = 0;
            for (int members : SIZES) {
                for (Order order : Order.values()) {
                    tracking.finish(tracking.deliver(Tracking.upload(number++, members), order).delivery());
                }
            }
            table.compared().forEach((operation, compared) -> lines.println(line(operation, compared)));
        }
    }

    private static JsonLine line(String operation, CheckedDynamoDb.Compared compared) {
        return new JsonLine("capacity").with("operation", operation)
                .with("requests", compared.requests())
                .with("countedUnits", compared.counted())
                .with("storeUnits", compared.told())
                .with("differentRequests", compared.different())
                .with("untoldRequests", compared.untold());
    }

    /** Like the table that is deployed, without its stream. */
    private static DynamoDbClient createTable(DynamoDbClient store) {
        Map<String, KeyType> keys = Map.of("pk", KeyType.HASH, "sk", KeyType.RANGE);
        Map<String, KeyType> index = Map.of("dataset", KeyType.HASH, "order", KeyType.RANGE);
        store.createTable(create -> create.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(Stream.of("pk", "sk", "dataset", "order")
                        .map(name -> AttributeDefinition.builder()
                                .attributeName(name)
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .toList())
                .keySchema(schema(keys))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("deliveries")
                        .keySchema(schema(index))
                        .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                        .build()));
        return store;
    }

    private static KeySchemaElement[] schema(Map<String, KeyType> keys) {
        return keys.entrySet()
                .stream()
                .sorted(Map.Entry.comparingByValue())
                .map(key -> KeySchemaElement.builder().attributeName(key.getKey()).keyType(key.getValue()).build())
                .toArray(KeySchemaElement[]::new);
    }
}
