package dev.tally.it;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the API tells, page by page. */
final class ApiIT {
    private final Cloud cloud = Cloud.get();

    /** API-02: pages of two have each delivery once, however they end. */
    @Test
    void api02EachDeliveryIsOnOnePage() {
        List<Delivering> teams = Stream.generate(() -> new Delivering("nested")).limit(6).toList();
        teams.forEach(team -> team.announce("never"));
        teams.forEach(team -> team.awaitStatus("WAITING"));
        List<String> seen = new ArrayList<>();
        pages("/deliveries", Map.of("dataset", "nested", "status", "WAITING", "limit", "2"), page -> {
            assertThat(page.path("deliveries").size()).isLessThanOrEqualTo(2);
            seen.addAll(page.path("deliveries").findValuesAsText("id"));
        });
        assertThat(seen).doesNotHaveDuplicates().containsAll(teams.stream().map(Delivering::id).toList());
    }

    /** API-03: thirty thousand members come in pages that an answer can hold, whatever is asked for. */
    @Test
    void api03ManyMembersComeInPages() {
        Delivering team = new Delivering("free");
        List<String> names = IntStream.range(0, 30_000)
                .mapToObj("a-rather-long-name-of-a-member-%05d"::formatted)
                .toList();
        team.announce(names);
        team.awaitStatus("WAITING");
        List<String> seen = new ArrayList<>();
        pages("/members", Map.of("id", team.id(), "limit", "100000"), page -> {
            assertThat(page.toString().length()).isLessThan(5_000_000);
            seen.addAll(page.path("members").findValuesAsText("path"));
        });
        assertThat(seen).containsExactlyInAnyOrderElementsOf(names);
    }

    private void pages(String path, Map<String, String> query, Consumer<JsonNode> reader) {
        Map<String, String> next = new HashMap<>(query);
        do {
            JsonNode page = cloud.api(path, next);
            reader.accept(page);
            next.put("token", page.path("nextToken").asText());
        } while (!next.get("token").isEmpty());
    }
}
