package dev.tally.benchmark.metered;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** One queue, first in, first out. Thread-safe. */
public final class MeteredSqs implements SqsClient {
    private final Meter meter;
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();

    public MeteredSqs(Meter meter) {
        this.meter = meter;
    }

    /** Takes the oldest message. */
    public Optional<String> take() {
        return Optional.ofNullable(bodies.poll());
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
        request.entries().stream().map(SendMessageBatchRequestEntry::messageBody).forEach(bodies::add);
        meter.request("sqs:SendMessageBatch");
        return SendMessageBatchResponse.builder().build();
    }
}
