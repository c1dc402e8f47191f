package dev.tally.aws;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

import dev.tally.TallyException;
import dev.tally.storage.InParallel;

/** A queue of SQS, to send to. Thread-safe. */
public final class SqsQueue {
    static final int MOST_ENTRIES = 10;
    /** Of all entries of a batch together; a message needs far less. */
    static final int MOST_BYTES = 256 * 1024;
    private static final int BATCHES_AT_ONCE = 8;

    private final SqsClient client;
    private final String name;
    private final URI queue;
    private final Backoff backoff;

    /** @param name what messages of failures call it, such as {@code check queue} */
    public SqsQueue(AwsClients clients, String name, URI queue) {
        this(clients, name, queue, Backoff.USUAL);
    }

    SqsQueue(AwsClients clients, String name, URI queue, Backoff backoff) {
        this.client = clients.sqs();
        this.name = name;
        this.queue = queue;
        this.backoff = backoff;
    }

    /** The queue will never take these messages: they are wrong, or it is not allowed. */
    public static final class MessagesRefusedException extends TallyException {
        private static final long serialVersionUID = 1L;

        MessagesRefusedException(String message) {
            super(message);
        }
    }

    /** Returns when all are accepted, throws if any is not. */
    public void send(List<String> bodies) {
        InParallel.map(batches(bodies), BATCHES_AT_ONCE, batch -> {
            sendBatch(batch);
            return batch.size();
        });
    }

    /** Sends no message, which the queue refuses: all the way there and back without effect. */
    public void prime() {
        try {
            client.sendMessageBatch(send -> send.queueUrl(queue.toString()).entries(List.of()));
        } catch (SqsException refused) {
            // as expected
        }
    }

    static List<List<String>> batches(List<String> bodies) {
        List<List<String>> batches = new ArrayList<>();
        List<String> batch = new ArrayList<>();
        int bytes = 0;
        for (String body : bodies) {
            int length = body.getBytes(StandardCharsets.UTF_8).length;
            if (!batch.isEmpty() && (batch.size() == MOST_ENTRIES || bytes + length > MOST_BYTES)) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(body);
            bytes += length;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }

    private void sendBatch(List<String> bodies) {
        Map<String, SendMessageBatchRequestEntry> open = new LinkedHashMap<>();
        for (String body : bodies) {
            String id = Integer.toString(open.size());
            open.put(id, SendMessageBatchRequestEntry.builder().id(id).messageBody(body).build());
        }
        for (int attempt = 1;; attempt++) {
            List<BatchResultErrorEntry> failed = client.sendMessageBatch(send -> send.queueUrl(queue.toString())
                    .entries(open.values())).failed();
            refuseOurFaults(failed);
            open.keySet().retainAll(failed.stream().map(BatchResultErrorEntry::id).toList());
            if (open.isEmpty()) {
                return;
            }
            if (attempt == backoff.attempts()) {
                throw new ServiceBusyException("The " + name + " left over " + open.size() + " of " + bodies.size()
                        + " messages, " + attempt + " times: " + reasons(failed));
            }
            backoff.pause(attempt);
        }
    }

    private void refuseOurFaults(List<BatchResultErrorEntry> failed) {
        List<BatchResultErrorEntry> ours = failed.stream().filter(BatchResultErrorEntry::senderFault).toList();
        if (!ours.isEmpty()) {
            throw new MessagesRefusedException("The " + name + " refused messages: " + reasons(ours));
        }
    }

    private static String reasons(List<BatchResultErrorEntry> failed) {
        return failed.stream()
                .map(entry -> entry.code() + ' ' + entry.message())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .toString();
    }
}
