package dev.tally.lambda;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SqsBatchTest {
    private static final Invocation INVOCATION = new Invocation(new TestContext(), EventLog.of("test",
            new PrintStream(OutputStream.nullOutputStream()), InstantSource.system()), new Metrics("dev"));

    private static String answer(String event, SqsBatch.Consumer consumer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonParser parser = JsonObject.FACTORY.createParser(event);
                JsonGenerator generator = JsonObject.FACTORY.createGenerator(out)) {
            SqsBatch.handle(parser, generator, INVOCATION, consumer);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String event(List<String> ids) {
        return "{\"Records\":[" + String.join(",", ids.stream()
                .map(id -> "{\"messageId\":\"" + id + "\",\"body\":\"body of " + id + "\"}")
                .toList()) + "]}";
    }

    @Test
    @DisplayName("LAM-01: of ten messages, only the one that failed comes again")
    void oneBadMessage() throws IOException {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        String answer = answer(event(IntStream.range(0, 10).mapToObj(i -> "m" + i).toList()), (body, invocation) -> {
            if (body.endsWith("m4")) {
                throw new MalformedJsonException("broken");
            }
            handled.add(body);
        });
        assertThat(answer).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m4\"}]}");
        assertThat(handled).hasSize(9);
    }

    @Test
    @DisplayName("LAM-03: no answer has an empty id, and one that came twice is told once")
    void wellFormedAnswer() throws IOException {
        SqsBatch.Consumer failing = (body, invocation) -> {
            throw new StackOverflowError();
        };
        assertThat(answer(event(List.of("m1", "m1")), failing))
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"}]}");
        assertThat(answer(event(List.of()), failing)).isEqualTo("{\"batchItemFailures\":[]}");
        assertThatThrownBy(() -> answer(event(List.of("")), failing)).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> answer("{\"Records\":[{\"body\":\"b\"}]}", failing)).hasMessageContaining("messageId");
    }

    @Test
    void handlesAllMessagesAtTheSameTime() throws IOException {
        CountDownLatch all = new CountDownLatch(3);
        String answer = answer(event(List.of("a", "b", "c")), (body, invocation) -> {
            all.countDown();
            if (!all.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the others wait");
            }
        });
        assertThat(answer).isEqualTo("{\"batchItemFailures\":[]}");
    }

    @Test
    void eachMessageHasItsOwnInvocation() throws IOException {
        Queue<Boolean> same = new ConcurrentLinkedQueue<>();
        answer(event(List.of("a", "b")),
                (body, invocation) -> same.add(Invocation.current().orElseThrow().equals(invocation)));
        assertThat(same).containsExactly(true, true);
    }
}
