package dev.tally.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;
import software.constructs.Construct;

/** The topic of the people who operate an environment, and all alarms that go to it. */
final class Alarms extends Construct {

    private final Topic topic;
    private final List<IAlarm> raised = new ArrayList<>();

    Alarms(Construct scope, String id, List<String> emails) {
        super(scope, id);
        this.topic = Topic.Builder.create(this, "Topic").enforceSsl(true).build();
        topic.addToResourcePolicy(publishingByCloudWatch());
        emails.forEach(email -> topic.addSubscription(new EmailSubscription(email)));
    }

    /** Goes off as soon as the metric reaches the threshold; no data means that nothing happened, which is fine. */
    void raise(Construct owner, String id, IMetric metric, double threshold, String meaning) {
        tell(Alarm.Builder.create(owner, id)
                .metric(metric)
                .threshold(threshold)
                .evaluationPeriods(1)
                .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
                .treatMissingData(TreatMissingData.NOT_BREACHING)
                .alarmDescription(meaning)
                .build());
    }

    /** Goes off when nothing was counted in one of the metric's periods: something that ought to happen does not. */
    void raiseWhenSilent(Construct owner, String id, IMetric metric, String meaning) {
        tell(Alarm.Builder.create(owner, id)
                .metric(metric)
                .threshold(1)
                .evaluationPeriods(1)
                .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
                .treatMissingData(TreatMissingData.BREACHING)
                .alarmDescription(meaning)
                .build());
    }

    private void tell(Alarm alarm) {
        alarm.addAlarmAction(new SnsAction(topic));
        alarm.addOkAction(new SnsAction(topic));
        raised.add(alarm);
    }

    List<IAlarm> raised() {
        return List.copyOf(raised);
    }

    /** Requiring TLS replaces the topic's default policy, which is what lets alarms of the account publish. */
    private PolicyStatement publishingByCloudWatch() {
        return PolicyStatement.Builder.create()
                .effect(Effect.ALLOW)
                .principals(List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
                .actions(List.of("sns:Publish"))
                .resources(List.of(topic.getTopicArn()))
                .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Stack.of(this).getAccount())))
                .build();
    }
}
