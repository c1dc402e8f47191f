package dev.tally.lambda;

import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

final class SettingsTest {
    @Test
    void tellsAllThatIsMissingOrWrongAtOnce() {
        Map<String, String> environment = Map.of("TALLY_CATALOG", "catalog.json", "TALLY_TABLE", " ");
        assertThatThrownBy(() -> Settings.read(environment, Tracker.SETTINGS))
                .asInstanceOf(type(SettingsException.class))
                .satisfies(failure -> assertThat(failure.problems()).hasSize(8)
                        .anyMatch(problem -> problem.startsWith("TALLY_ENVIRONMENT is missing"))
                        .anyMatch(problem -> problem.startsWith("TALLY_TABLE is missing"))
                        .anyMatch(problem -> problem.startsWith("TALLY_CATALOG is \"catalog.json\"")));
    }

    @Test
    void givesWhatWasAskedForAndNothingElse() {
        Settings settings = Settings.read(Invoked.ENVIRONMENT, Set.of(Setting.CATALOG));
        assertThat(settings.catalog()).isEqualTo(new FileRef("assets", "catalog.json"));
        assertThat(settings.environment()).isEqualTo("dev");
        assertThatThrownBy(settings::table).hasMessageContaining("TALLY_TABLE");
    }
}
