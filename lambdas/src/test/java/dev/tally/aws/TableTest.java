package dev.tally.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class TableTest {
    private static final Backoff QUICK = new Backoff(Duration.ZERO, Duration.ZERO, 3);
    private static final FileRef A = new FileRef("landing", "a");
    private static final FileRef B = new FileRef("landing", "b");

    private final ScriptedHttp http = new ScriptedHttp();
    private final DynamoFiles files = new DynamoFiles(new Table(http.clients(), "tally-dev", QUICK));

    private static String item(String key) {
        return """
                {"pk": {"S": "F#landing/%s"}, "sk": {"S": "F"}, "state": {"S": "present"}, "seq": {"S": "5"},
                 "at": {"S": "2026-11-30T12:00:00Z"}, "size": {"N": "7"}, "etag": {"S": "e5"}, "writes": {"N": "1"}}"""
                .formatted(key);
    }

    private static String unprocessed(String key) {
        return """
                {"tally-dev": {"Keys": [{"pk": {"S": "F#landing/%s"}, "sk": {"S": "F"}}], "ConsistentRead": true}}"""
                .formatted(key);
    }

    @Test
    void keysThatWereLeftOverAreAskedForAgainAlone() {
        http.answer(200,
                "{\"Responses\": {\"tally-dev\": [" + item("a") + "]}, \"UnprocessedKeys\": " + unprocessed("b")
                        + "}");
        http.answer(200, "{\"Responses\": {\"tally-dev\": [" + item("b") + "]}, \"UnprocessedKeys\": {}}");
        assertThat(files.read(List.of(A, B), FileStore.Consistency.STRONG).values())
                .allMatch(state -> state.present().isPresent());
        assertThat(http.requests()).hasSize(2);
        assertThat(http.requests().getLast().body()).contains("F#landing/b", "\"ConsistentRead\":true")
                .doesNotContain("F#landing/a");
    }

    @Test
    void whatIsLeftOverForEverIsAFailureAndNotAMissingFile() {
        for (int i = 0; i < 3; i++) {
            http.answer(200, "{\"Responses\": {}, \"UnprocessedKeys\": " + unprocessed("b") + "}");
        }
        assertThatThrownBy(() -> files.read(List.of(B), FileStore.Consistency.EVENTUAL)).isInstanceOf(
                ServiceBusyException.class);
    }

    @Test
    @DisplayName("DDB-02: a write whose answer was lost is known by the item that the repeated one is refused with")
    void lostAnswer() {
        http.loseAnswer();
        http.answer(400, "{\"__type\": \"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                + " \"message\": \"The conditional request failed\", \"Item\": " + item("a") + "}");
        FileState state = files.record(new FileEvent.Created(A, new Sequencer("5"),
                Instant.parse("2026-11-30T12:00:00Z"), 7, "e5", Optional.empty()));
        assertThat(state.present().orElseThrow().sequencer()).isEqualTo(new Sequencer("5"));
        assertThat(http.requests()).hasSize(2);
        assertThat(http.requests().getFirst().body()).contains("\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"");
    }

    @Test
    @DisplayName("DDB-06: what decides reads the table itself, strongly, and names no index")
    void strongReads() {
        http.answer(200, "{\"Responses\": {\"tally-dev\": []}}");
        http.answer(200, "{\"Responses\": {\"tally-dev\": []}}");
        http.answer(200, "{}");
        http.answer(200, "{\"Items\": [], \"Count\": 0}");
        files.read(List.of(A), FileStore.Consistency.STRONG);
        DynamoDeliveries deliveries = new DynamoDeliveries(new Table(http.clients(), "tally-dev", QUICK));
        deliveries.open(SampleDeliveries.waiting("one").key(), 0);
        deliveries.find(SampleDeliveries.waiting("one").key());
        deliveries.revisions(SampleDeliveries.waiting("one").key().id());
        assertThat(http.requests()).hasSize(4)
                .allSatisfy(request -> assertThat(request.body()).contains("\"ConsistentRead\":true")
                        .doesNotContain("IndexName"));
    }

    @Test
    @DisplayName("DDB-09: no expression names an attribute itself")
    void aliases() {
        http.answer(200, "{\"Attributes\": " + item("a") + "}");
        http.answer(200, "{\"Attributes\": " + item("a") + "}");
        files.record(new FileEvent.Created(A, new Sequencer("5"), Instant.EPOCH, 7, "e5", Optional.of("v")));
        files.record(new FileEvent.Deleted(A, new Sequencer("6"), Instant.EPOCH));
        assertThat(http.requests()).extracting(ScriptedHttp.Request::body).allSatisfy(body -> {
            String expression = body.replaceAll(".*\"UpdateExpression\":\"([^\"]*)\".*", "$1");
            assertThat(expression.split("[ ,=]+")).allMatch(word -> word.startsWith("#") || word.startsWith(":")
                    || List.of("SET", "ADD", "REMOVE").contains(word));
        });
    }
}
