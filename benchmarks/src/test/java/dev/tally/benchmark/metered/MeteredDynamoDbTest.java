package dev.tally.benchmark.metered;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class MeteredDynamoDbTest {
    private final Meter meter = new Meter();
    private final MeteredDynamoDb table = new MeteredDynamoDb(meter);

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void an_update_makes_the_item_that_does_not_exist() {
        UpdateItemResponse response = update("SET #a = :a ADD #n :n, #s :s", "attribute_not_exists(#a)");

        assertThat(response.attributes()).isEqualTo(Map.of("pk", text("F#b/k"), "sk", text("F"), "a", text("x"), "n",
                AttributeValue.fromN("1"), "s", AttributeValue.fromSs(List.of("w"))));
        assertThat(response.consumedCapacity().capacityUnits()).isEqualTo(1);
    }

    @Test
    void adding_counts_and_unites_and_removing_removes() {
        update("SET #a = :a ADD #n :n, #s :s", "attribute_not_exists(#a)");

        UpdateItemResponse response = update("ADD #n :n, #s :s REMOVE #a", "#a = :a AND size(#s) < :two");

        assertThat(response.attributes()).containsEntry("n", AttributeValue.fromN("2"))
                .containsEntry("s", AttributeValue.fromSs(List.of("w")))
                .doesNotContainKey("a");
    }

    @Test
    void deleting_the_last_element_of_a_set_deletes_the_set() {
        update("ADD #s :s", "attribute_not_exists(#s)");

        assertThat(update("DELETE #s :s", "contains(#s, :w)").attributes()).doesNotContainKey("s");
    }

    @Test
    void a_refused_write_shows_what_is_there_and_costs_a_write() {
        update("SET #a = :a", "attribute_not_exists(#a)");

        assertThatThrownBy(() -> update("SET #a = :a", "attribute_not_exists(#a) OR #a < :a"))
                .isInstanceOfSatisfying(ConditionalCheckFailedException.class,
                        refused -> assertThat(refused.item()).containsEntry("a", text("x")));
        assertThat(Meter.total(meter.byRequest()).writeUnits()).isEqualTo(2);
    }

    @Test
    void an_item_that_enters_the_index_costs_a_write_more_and_one_that_moves_in_it_two() {
        assertThat(put(Map.of("dataset", text("mag"), "order", text("open#1")))).isEqualTo(2);
        assertThat(put(Map.of("dataset", text("mag"), "order", text("open#1"), "status", text("COMPLETE"))))
                .isEqualTo(1);
        assertThat(put(Map.of("dataset", text("mag"), "order", text("ended#2")))).isEqualTo(3);
    }

    @Test
    void a_batch_rounds_each_item_up_and_charges_the_absent() {
        put("a", 1_536);
        put("b", 6_656);

        BatchGetItemResponse response = table.batchGetItem(get -> get.requestItems(Map.of("t",
                KeysAndAttributes.builder()
                        .keys(List.of(key("a"), key("b"), key("absent")))
                        .consistentRead(true)
                        .build())));

        assertThat(response.consumedCapacity().getFirst().capacityUnits()).isEqualTo(1 + 2 + 1);
        assertThat(response.responses().get("t")).hasSize(2);
    }

    @Test
    void a_query_charges_what_its_items_have_together_and_goes_on_behind_the_last_key() {
        for (int i = 0; i < 5; i++) {
            put("W#" + i, 1_000);
        }

        QueryResponse first = query(3, Map.of());
        QueryResponse second = query(3, first.lastEvaluatedKey());

        assertThat(first.items()).extracting(item -> item.get("sk").s()).containsExactly("W#0", "W#1", "W#2");
        assertThat(first.consumedCapacity().capacityUnits()).isEqualTo(1);
        assertThat(second.items()).extracting(item -> item.get("sk").s()).containsExactly("W#3", "W#4");
        assertThat(second.hasLastEvaluatedKey()).isFalse();
    }

    @Test
    void what_it_does_not_speak_it_refuses() {
        assertThatThrownBy(() -> update("SET #a = if_not_exists(#a, :a)", "attribute_not_exists(#a)"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> update("SET #a = :a", "attribute_type(#a, :a)"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> table.scan(scan -> scan.tableName("t")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private UpdateItemResponse update(String update, String condition) {
        return table.updateItem(request -> request.tableName("t")
                .key(Map.of("pk", text("F#b/k"), "sk", text("F")))
                .updateExpression(update)
                .conditionExpression(condition)
                .expressionAttributeNames(Map.of("#a", "a", "#n", "n", "#s", "s"))
                .expressionAttributeValues(Map.of(":a", text("x"), ":n", AttributeValue.fromN("1"), ":two",
                        AttributeValue.fromN("2"), ":w", text("w"), ":s", AttributeValue.fromSs(List.of("w"))))
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
    }

    private double put(Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.putAll(key("R#1"));
        return table.putItem(put -> put.tableName("t").item(item)).consumedCapacity().capacityUnits();
    }

    /** An item of that many bytes. */
    private void put(String sk, int bytes) {
        int keys = "pk".length() + "p".length() + "sk".length() + sk.length() + "d".length();
        table.putItem(put -> put.tableName("t")
                .item(Map.of("pk", text("p"), "sk", text(sk), "d",
                        AttributeValue.fromB(SdkBytes.fromByteArray(new byte[bytes - keys])))));
    }

    private QueryResponse query(int limit, Map<String, AttributeValue> from) {
        return table.query(query -> {
            query.tableName("t")
                    .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
                    .expressionAttributeNames(Map.of("#pk", "pk", "#sk", "sk"))
                    .expressionAttributeValues(Map.of(":pk", text("p"), ":sk", text("W#")))
                    .consistentRead(true)
                    .limit(limit);
            if (!from.isEmpty()) {
                query.exclusiveStartKey(from);
            }
        });
    }

    private static Map<String, AttributeValue> key(String sk) {
        return Map.of("pk", text("p"), "sk", text(sk));
    }

    private static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }
}
