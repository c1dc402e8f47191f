package dev.tally.infra;

import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class QuickLookTest {

    private static final String FUNCTION = "AWS::Lambda::Function";
    private static final Synthesis DEV = Synthesis.of("dev");

    @Test
    void isThereWhereADatasetAsksForIt() {
        var function = DEV.tracker().resource(FUNCTION, "QuickLook");
        assertThat(function.property("FunctionName").asText()).isEqualTo("tally-dev-quicklook");
        assertThat(function.property("Handler").asText()).isEqualTo("quicklook.handler");
        assertThat(Synthesis.of("prod").tracker().resources(FUNCTION))
                .noneMatch(other -> other.id().startsWith("QuickLook"));
    }

    /** As the page on the infrastructure says what a job needs. */
    @Test
    void mayReadItsFilesAndWriteItsResultsAndNothingElse() {
        var role = DEV.tracker().at(DEV.tracker().resource(FUNCTION, "QuickLook").property("Role"));
        var rights = Policies.of(DEV, role)
                .stream()
                .filter(statement -> statement.actions().stream().anyMatch(action -> action.startsWith("s3:")))
                .collect(Collectors.toMap(
                        statement -> statement.actions().stream().sorted().collect(Collectors.joining(" ")),
                        statement -> statement.resources()
                                .stream()
                                .map(resource -> resource.replaceAll("<.*FnGetAtt([A-Z][a-z]+).*>", "$1"))
                                .toList()));
        assertThat(rights.get("s3:GetObject s3:GetObjectVersion")).containsExactly("Landing/demo/*");
        assertThat(rights.get("s3:GetObject")).containsExactly("Work/resolved/demo/*");
        assertThat(rights.get("s3:AbortMultipartUpload s3:PutObject")).containsExactly("Work/outputs/demo/*");
        assertThat(rights).hasSize(3);
    }
}
