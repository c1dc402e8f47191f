package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.services.s3.Bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

final class ComplianceTest {

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void thereIsNoFindingWithoutAReason(String environment) {
        assertThat(Synthesis.of(environment).findings()).isEmpty();
    }

    @Test
    void aCarelessChangeIsRefused() throws IOException {
        var refused = catchThrowable(() -> Synthesis.synthesize(Synthesis.read("dev"), stacks -> {
            new Bucket(stacks.data(), "Careless");
            stacks.tracker().functions().of(FunctionKind.API).allow(Allow.that(List.of("s3:*"), "*"));
        }));
        assertThat(refused).hasMessageContaining("ValidationFailed");
        var report = Pattern.compile("\\S+validation-report.json")
                .matcher(refused.getMessage())
                .results()
                .findFirst()
                .orElseThrow()
                .group();
        assertThat(Files.readString(Path.of(report))).contains("AwsSolutions-S1:", "AwsSolutions-S10",
                "AwsSolutions-IAM5[Action::s3:*]");
    }
}
