package dev.tally.aws;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class StepFunctionsJobsTest {
    private static final String MACHINE = "arn:aws:states:eu-central-1:123456789012:stateMachine:tally-dev-processing";
    private static final String EXECUTION = "arn:aws:states:eu-central-1:123456789012:execution:tally-dev-processing:";
    private static final String EXISTS = "{\"__type\": \"ExecutionAlreadyExists\", \"message\": \"Execution Already Exists: '"
            + EXECUTION + "x'\"}";

    private final ScriptedHttp http = new ScriptedHttp();

    private StepFunctionsJobs jobs(Job job) {
        Catalog catalog = new Catalog("dev", List.of(new Dataset("demo", List.of("demo/"),
                List.of(ManifestFormat.TALLY), Optional.empty(), Optional.empty(), job, Optional.empty(), List.of())));
        return new StepFunctionsJobs(http.clients(), MACHINE, "tally-work", () -> catalog);
    }

    private static Delivery complete(String name) {
        return SampleDeliveries.complete(SampleDeliveries.waiting(name));
    }

    private String started(String name) {
        return "{\"executionArn\": \"" + EXECUTION + name + "\", \"startDate\": 1764500000.1}";
    }

    @Test
    void startsWithWhatTheDeliverySaysAndNothingElse() {
        Delivery delivery = complete("day 1/é");
        http.answer(200, started("first")).answer(200, started("second"));
        StepFunctionsJobs jobs = jobs(new Job.Lambda("quicklook", Duration.ofMinutes(15)));
        assertThat(jobs.start(delivery)).isEqualTo(EXECUTION + "first");
        jobs.start(delivery);
        assertThat(http.requests().get(1).body()).isEqualTo(http.requests().get(0).body());
        JsonObject request = JsonObject.parse(http.requests().getFirst().body());
        assertThat(request.needText("stateMachineArn")).isEqualTo(MACHINE);
        String revision = delivery.key().revision();
        assertThat(request.needText("input")).isEqualTo("{\"dataset\":\"demo\",\"delivery\":\"day 1/é\",\"revision\":\""
                + revision
                + "\",\"attempt\":1,\"resolvedManifest\":\"s3://tally-dev-work-1a2b3c4d5e6f/resolved/demo/day%201%2F%C3%A9/"
                + revision
                + "/1-0123456789abcdef.jsonl\",\"outputPrefix\":\"s3://tally-work/outputs/demo/day%201%2F%C3%A9/"
                + revision + "/1/\",\"parameters\":{\"mode\":\"burst\"},\"job\":{\"kind\":\"lambda\","
                + "\"function\":\"quicklook\",\"timeoutSeconds\":900},\"ranges\":[{\"index\":0,\"from\":0,\"to\":34567}]}");
    }

    @Test
    @DisplayName("SFN-01, EVT-07, LAM-09: an attempt that runs, or ran, under its name is not started again")
    void alreadyStarted() {
        Delivery delivery = complete("one");
        http.answer(400, EXISTS);
        assertThat(jobs(new Job.None()).start(delivery))
                .isEqualTo(EXECUTION + StepFunctionsJobs.name(delivery.key(), 1));
        assertThat(http.requests()).hasSize(1);
    }

    @Test
    @DisplayName("SFN-01: another revision or attempt has another name")
    void names() {
        DeliveryKey key = DeliveryKey.parse("demo/one@0123456789ab");
        assertThat(StepFunctionsJobs.name(key, 1)).isEqualTo(StepFunctionsJobs.name(key, 1))
                .isNotEqualTo(StepFunctionsJobs.name(key, 2))
                .isNotEqualTo(StepFunctionsJobs.name(DeliveryKey.parse("demo/one@0123456789ac"), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026/11/30 run:1 \uD83D\uDE00", "a", "?*\"#%\\^|~$&,;:/<>{}[]"})
    @DisplayName("SFN-03: a name has at most 80 characters, all of them allowed")
    void validNames(String name) {
        for (String dataset : List.of("d", "d".repeat(50))) {
            String first = StepFunctionsJobs.name(new DeliveryKey(new DeliveryId(dataset, name), "0123456789ab"),
                    99_999);
            assertThat(first).matches("[a-z0-9-]{1,80}");
        }
        String longest = "n".repeat(200);
        assertThat(StepFunctionsJobs.name(DeliveryKey.parse("demo/" + longest + "a@0123456789ab"), 1))
                .isNotEqualTo(StepFunctionsJobs.name(DeliveryKey.parse("demo/" + longest + "b@0123456789ab"), 1));
    }

    static Stream<Job> jobs() {
        Duration day = Duration.ofDays(1);
        return Stream.of(new Job.StateMachine("other", day),
                new Job.StateMachine("arn:aws:states:eu-central-1:123456789012:stateMachine:other", day),
                new Job.Batch("queue", "definition:3", day),
                new Job.Ecs("cluster", "task:1", "main", List.of("subnet-1", "subnet-2"), List.of(), true, List.of(),
                        day),
                new Job.None());
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void eachKindOfJobIsDescribedForTheMachine(Job job) {
        http.answer(200, started("x"));
        jobs(job).start(complete("one"));
        JsonObject input = JsonObject.parse(JsonObject.parse(http.requests().getFirst().body()).needText("input"));
        assertThat(input.needObject("job")).hasToString(switch (job) {
            case Job.Lambda _ -> "not among these";
            case Job.StateMachine _ -> "{\"kind\":\"stateMachine\",\"stateMachine\":"
                    + "\"arn:aws:states:eu-central-1:123456789012:stateMachine:other\",\"timeoutSeconds\":86400}";
            case Job.Batch _ -> "{\"kind\":\"batch\",\"jobQueue\":\"queue\",\"jobDefinition\":\"definition:3\","
                    + "\"timeoutSeconds\":86400}";
            case Job.Ecs _ -> "{\"kind\":\"ecs\",\"cluster\":\"cluster\",\"taskDefinition\":\"task:1\","
                    + "\"container\":\"main\",\"subnets\":[\"subnet-1\",\"subnet-2\"],\"securityGroups\":[],"
                    + "\"assignPublicIp\":\"ENABLED\",\"timeoutSeconds\":86400}";
            case Job.None _ -> "{\"kind\":\"none\"}";
        });
    }

    @Test
    void aDatasetThatIsGoneIsAnErrorOfItsOwn() {
        StepFunctionsJobs jobs = new StepFunctionsJobs(http.clients(), MACHINE, "tally-work",
                () -> new Catalog("dev", List.of()));
        assertThatThrownBy(() -> jobs.start(complete("one"))).isInstanceOf(UnknownDatasetException.class);
    }
}
