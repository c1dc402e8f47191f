package dev.tally.it;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

import static org.awaitility.Awaitility.await;

/** A team's own queue, which gets the events of one type that the bus has of its delivery. */
final class Heard implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final SqsClient sqs = Cloud.get().sqs();
    private final String queue;

    Heard(Delivering team, String detailType) {
        String name = "tally-it-" + UUID.randomUUID();
        String bus = Cloud.get().output("BusName");
        queue = sqs.createQueue(r -> r.queueName(name)).queueUrl();
        String arn = sqs.getQueueAttributes(r -> r.queueUrl(queue).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        sqs.setQueueAttributes(r -> r.queueUrl(queue)
                .attributes(Map.of(QueueAttributeName.POLICY,
                        """
                                {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:SendMessage", "Resource": "%s",
                                 "Principal": {"Service": "events.amazonaws.com"}}]}"""
                                .formatted(arn))));
        try (EventBridgeClient events = Cloud.get().events()) {
            events.putRule(r -> r.name(name)
                    .eventBusName(bus)
                    .eventPattern("""
                            {"source": ["tally"], "detail-type": ["%s"], "detail": {"delivery": ["%s"]}}"""
                            .formatted(detailType, team.name())));
            events.putTargets(r -> r.rule(name)
                    .eventBusName(bus)
                    .targets(Target.builder().id("queue").arn(arn).build()));
        }
    }

    /** Waits for the next one. */
    JsonNode next() throws JsonProcessingException {
        List<Message> messages = await().atMost(PATIENCE)
                .until(() -> sqs.receiveMessage(r -> r.queueUrl(queue).waitTimeSeconds(1)).messages(),
                        list -> !list.isEmpty());
        sqs.deleteMessage(r -> r.queueUrl(queue).receiptHandle(messages.getFirst().receiptHandle()));
        return JSON.readTree(messages.getFirst().body());
    }

    /** What else comes in the next two seconds. */
    List<Message> more() {
        return sqs.receiveMessage(r -> r.queueUrl(queue).waitTimeSeconds(2)).messages();
    }

    @Override
    public void close() {
        sqs.close();
    }
}
