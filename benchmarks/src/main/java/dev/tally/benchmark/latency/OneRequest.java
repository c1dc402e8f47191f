package dev.tally.benchmark.latency;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.benchmark.Cloud;

/** The least request that Tally makes: reading an item that is not there, by the clients that the functions use. */
final class OneRequest {
    private static final Map<String, AttributeValue> NOWHERE = Map.of("pk", AttributeValue.fromS("F#nowhere"), "sk",
            AttributeValue.fromS("F"));

    private final DynamoDbClient client;
    private final String table;

    OneRequest(Cloud cloud) {
        client = cloud.clients().dynamoDb();
        table = cloud.output("TableName");
    }

    /** How long each took, in milliseconds, behind so many of which nobody asks. */
    List<Double> measure(int before, int requests) {
        IntStream.range(0, before).forEach(i -> ask());
        return IntStream.range(0, requests).mapToObj(i -> ask()).toList();
    }

    private double ask() {
        long from = System.nanoTime();
        client.getItem(get -> get.tableName(table).key(NOWHERE).consistentRead(true));
        return (System.nanoTime() - from) / 1e6;
    }
}
