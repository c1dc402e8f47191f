package dev.tally.lambda;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import org.jspecify.annotations.Nullable;

import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A batch of messages from a queue, of which each stands for itself: those that fail are reported by their ids and come
 * again, all others are done with. The one place that writes that answer, since a wrong one makes the queue repeat, or
 * lose, the whole batch.
 */
public final class SqsBatch {
    private SqsBatch() {}

    /** What to do with a message. */
    public interface Consumer {
        /** Returns when the message is done with; throws to have it come again. */
        void accept(String body, Invocation invocation) throws Exception;
    }

    private record Message(String id, String body, long receives) {}

    /**
     * Reads the event, hands all its messages to the consumer at the same time, and answers with the ids of those that
     * failed.
     */
    public static void handle(JsonParser event, JsonGenerator answer, Invocation invocation, Consumer consumer)
            throws IOException {
        List<Message> messages = read(event);
        Set<String> failed = ConcurrentHashMap.newKeySet();
        if (messages.size() == 1) {
            consume(messages.getFirst(), invocation, consumer, failed);
        } else {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Message message : messages) {
                    threads.execute(() -> consume(message, invocation, consumer, failed));
                }
            }
        }
        writeFailures(answer, failed);
    }

    private static void consume(Message message, Invocation invocation, Consumer consumer, Set<String> failed) {
        EventLog log = invocation.log().with("messageId", message.id());
        Invocation mine = invocation.logging(log);
        try {
            ScopedValue.where(Invocation.CURRENT, mine).<@Nullable Void, Exception>call(() -> {
                consumer.accept(message.body(), mine);
                return null;
            });
        } catch (Exception | Error failure) {
            failed.add(message.id());
            log.with("receives", message.receives()).error("A message failed and will come again", failure);
        }
    }

    private static List<Message> read(JsonParser event) throws IOException {
        List<Message> messages = new ArrayList<>();
        event.nextToken();
        for (JsonObject message : JsonObject.read(event).objects("Records")) {
            messages.add(new Message(id(message), message.needText("body"), receives(message)));
        }
        return messages;
    }

    private static String id(JsonObject message) {
        String id = message.needText("messageId");
        if (id.isBlank()) {
            throw new MalformedJsonException("A message has no id, so it could not be reported as failed");
        }
        return id;
    }

    private static long receives(JsonObject message) {
        return message.text("attributes", "ApproximateReceiveCount").map(Long::parseLong).orElse(1L);
    }

    /** Writes the answer; each id once, whatever came twice. */
    static void writeFailures(JsonGenerator answer, Set<String> failed) throws IOException {
        answer.writeStartObject();
        answer.writeArrayFieldStart("batchItemFailures");
        for (String id : new TreeSet<>(failed)) {
            answer.writeStartObject();
            answer.writeStringField("itemIdentifier", id);
            answer.writeEndObject();
        }
        answer.writeEndArray();
        answer.writeEndObject();
    }
}
