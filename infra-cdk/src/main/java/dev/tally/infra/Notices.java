package dev.tally.infra;

import java.util.List;
import java.util.Map;

import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.EventField;
import software.amazon.awscdk.services.events.EventPattern;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleTargetInput;
import software.amazon.awscdk.services.events.targets.SnsTopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

import dev.tally.dataset.Dataset;

/**
 * Tells the people whom a dataset names of each delivery that failed, was rejected or became overdue; a topic for each
 * such dataset.
 */
final class Notices extends Construct {

    Notices(Construct scope, String id, Environment environment, EventBus bus, Queues queues) {
        super(scope, id);
        var datasets = environment.catalog()
                .datasets()
                .stream()
                .filter(dataset -> !dataset.notifications().isEmpty())
                .toList();
        if (!datasets.isEmpty()) {
            var undelivered = queues.deadLetters("NoticesUndelivered",
                    "notices of failed deliveries that were not sent");
            datasets.forEach(dataset -> notify(dataset, environment, bus, undelivered));
        }
    }

    private void notify(Dataset dataset, Environment environment, EventBus bus, IQueue undelivered) {
        var topic = Topic.Builder.create(this, dataset.name())
                .displayName("Tally " + environment.name() + ", " + dataset.name())
                .enforceSsl(true)
                .build();
        dataset.notifications().forEach(email -> topic.addSubscription(new EmailSubscription(email)));
        List.of(new Notice("troubles", "Failed and rejected deliveries of " + dataset.name(),
                List.of("Delivery Failed", "Delivery Rejected"), text(environment)),
                new Notice("delays", "Overdue deliveries of " + dataset.name(), List.of("Delivery Overdue"),
                        overdueText(environment)))
                .forEach(notice -> Rule.Builder.create(this, dataset.name() + "-" + notice.id())
                        .description(notice.description())
                        .eventBus(bus)
                        .eventPattern(EventPattern.builder()
                                .source(List.of("tally"))
                                .detailType(notice.detailTypes())
                                .detail(Map.of("dataset", List.of(dataset.name())))
                                .build())
                        .targets(List.of(SnsTopic.Builder.create(topic)
                                .message(RuleTargetInput.fromMultilineText(notice.text()))
                                .deadLetterQueue(undelivered)
                                .build()))
                        .build());
    }

    private record Notice(String id, String description, List<String> detailTypes, String text) {}

    private static String overdueText(Environment environment) {
        return """
                Delivery %s/%s in %s is overdue: it was due at %s, and still waits for files.
                Manifest: s3://%s/%s
                What it waits for: tally why "%s/%s\"""".formatted(
                field("dataset"), field("delivery"), environment.name(), field("due"), field("manifest.bucket"),
                field("manifest.key"), field("dataset"), field("delivery"));
    }

    /** What an event does not have, a rejected manifest's error for one, is left empty. */
    private static String text(Environment environment) {
        return """
                Delivery %s/%s in %s is %s since %s.
                Manifest: s3://%s/%s
                Stage: %s
                Error: %s
                Cause: %s
                More: tally why "%s/%s\"""".formatted(
                field("dataset"), field("delivery"), environment.name(), field("status"), field("at"),
                field("manifest.bucket"), field("manifest.key"), field("reason.stage"), field("reason.error"),
                field("reason.cause"), field("dataset"), field("delivery"));
    }

    private static String field(String path) {
        return EventField.fromPath("$.detail." + path);
    }
}
