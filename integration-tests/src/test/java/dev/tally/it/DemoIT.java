package dev.tally.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a newcomer sees first, on a cloud of its own. */
@DisabledIfEnvironmentVariable(named = "AWS_ENDPOINT_URL", matches = ".+", disabledReason = "the demo brings up a local cloud")
@DisabledIfSystemProperty(named = "tally.localstack", matches = "true", disabledReason = "the demo brings up a local cloud")
final class DemoIT {
    @TempDir
    private Path home;
    private Map<String, String> settings = Map.of();

    @BeforeEach
    void begin() {
        settings = new HashMap<>(Map.of("XDG_STATE_HOME", home.toString(), "TALLY_HOME", Cloud.checkout().toString()));
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        Tally.run(settings, "local", "down");
    }

    @Test
    void endsInTheArchiveEveryTime() throws IOException, InterruptedException {
        var first = Tally.run(settings, "demo", "-o", "json");
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(statuses(first.out())).containsExactly("WAITING", "COMPLETE", "PROCESSING", "PROCESSED", "ARCHIVED");

        var second = Tally.run(settings, "demo", "--files", "3");
        assertThat(second.exit()).as(second.err()).isZero();
        assertThat(second.out()).contains("waits for 1 of 3 members",
                "From sending the last file to the started execution: ",
                "The job wrote 7 files", "What to try next");
    }

    private static List<String> statuses(String lines) {
        return lines.lines().map(line -> line.replaceAll(".*\"status\":\"([A-Z]+)\".*", "$1")).toList();
    }
}
