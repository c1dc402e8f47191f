package dev.tally.benchmark.metered;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import static org.assertj.core.api.Assertions.assertThat;

final class OffHeapItemsTest {
    @Test
    void holds_what_a_map_would_hold() {
        Random random = new Random(1);
        Map<String, TreeMap<String, Map<String, AttributeValue>>> expected = new HashMap<>();
        try (OffHeapItems items = new OffHeapItems()) {
            for (int i = 0; i < 20_000; i++) {
                String pk = "p" + random.nextInt(500);
                String sk = "s" + random.nextInt(6);
                TreeMap<String, Map<String, AttributeValue>> partition = expected.computeIfAbsent(pk,
                        key -> new TreeMap<>());
                if (random.nextInt(4) == 0) {
                    items.remove(pk, sk);
                    partition.remove(sk);
                } else {
                    Map<String, AttributeValue> item = item(pk, sk, random);
                    items.put(item);
                    partition.put(sk, item);
                }
                assertThat(items.get(pk, sk)).isEqualTo(Optional.ofNullable(partition.get(sk)));
                assertThat(items.partition(pk)).isEqualTo(List.copyOf(partition.values()));
            }
            assertThat(items.count()).isEqualTo(expected.values().stream().mapToInt(Map::size).sum());
        }
    }

    private static Map<String, AttributeValue> item(String pk, String sk, Random random) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(100) == 0 ? 100_000 : 300)];
        random.nextBytes(bytes);
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("pk", AttributeValue.fromS(pk));
        item.put("sk", AttributeValue.fromS(sk));
        item.put("data", AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
        item.put("set", AttributeValue.fromSs(List.of("a", "ö")));
        item.put("numbers", AttributeValue.fromNs(List.of("1", "2")));
        item.put("list", AttributeValue.fromL(List.of(AttributeValue.fromN("7"), AttributeValue.fromBool(false))));
        item.put("map", AttributeValue.fromM(Map.of("inner", AttributeValue.fromNul(true))));
        return item;
    }
}
