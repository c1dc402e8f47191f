package dev.tally.statemachine;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The definitions are written in the part of the language that the schema describes. */
final class AslSchemaTest {
    private static final Schema SCHEMA = schema();

    private static Schema schema() {
        InputStream in = AslSchemaTest.class.getResourceAsStream("asl.schema.json");
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Objects.requireNonNull(in));
    }

    private static List<Error> faults(String definition) {
        return SCHEMA.validate(definition, InputFormat.JSON);
    }

    @ParameterizedTest
    @EnumSource
    void conformsToTheSchema(StateMachine machine) {
        assertThat(faults(machine.definition())).isEmpty();
    }

    @ParameterizedTest(name = "{0} instead of {1}")
    @DisplayName("The schema would notice")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"TimeoutSecond\": 960 | \"TimeoutSeconds\": 960",
        "\"ResultPath\": \"$\" | \"ResultPath\": \"$.caught\"",
        "\"JitterStrategy\": \"NONE\" | \"JitterStrategy\": \"FULL\"",
        "\"stage.$\": \"failure.stage\" | \"stage.$\": \"$.failure.stage\"",
        "\"dataset\": \"$.dataset\" | \"dataset.$\": \"$.dataset\"",
        "\"Type\": \"Wait\" | \"Type\": \"Succeed\""})
    void noticesMistakes(String wrong, String right) {
        String definition = StateMachine.PROCESSING.definition();
        assertThat(definition).contains(right);

        assertThat(faults(definition.replace(right, wrong))).isNotEmpty();
    }

    @Test
    void hasThePlaceholdersThatItsJavadocTells() {
        assertThat(placeholders(StateMachine.PROCESSING)).containsExactly("OutcomeFunction", "OutputsFunction",
                "VerifierFunction");
        assertThat(placeholders(StateMachine.ARCHIVING)).containsExactly("ArchiverFunction", "OutcomeFunction");
    }

    private static Set<String> placeholders(StateMachine machine) {
        return Pattern.compile("\\$\\{([^}]*)}")
                .matcher(machine.definition())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
