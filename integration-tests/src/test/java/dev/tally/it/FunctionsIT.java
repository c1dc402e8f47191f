package dev.tally.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** The one archive that all functions are deployed from. */
final class FunctionsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** What Lambda takes is 250 MiB. */
    private static final long MOST_BYTES = 200L << 20;

    /** LAM-12: it stays well within what Lambda takes, and has no SDK of all services in it. */
    @Test
    void lam12TheArchiveFits() throws IOException {
        Path archive = Cloud.checkout().resolve("lambdas/target/tally-functions.jar");
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            assertThat(zip.stream().mapToLong(ZipEntry::getSize).sum()).isBetween(1L << 20, MOST_BYTES);
            assertThat(zip.stream().map(ZipEntry::getName))
                    .contains("dev/tally/lambda/indexer/IndexerHandler.class")
                    .noneMatch(name -> name.startsWith("software/amazon/awssdk/services/ec2/"));
        }
    }

    /** LAM-11: what the deployed functions print is JSON with the request's id, and no library complains. */
    @Test
    @DisabledIfSystemProperty(named = "tally.localstack", matches = "true", disabledReason = "LocalStack runs the functions itself")
    void lam11EveryLineOfALogIsAnEvent() throws JsonProcessingException {
        Delivering team = new Delivering("kept");
        team.put(List.of("a"));
        team.announce("a");
        team.awaitStatus("ARCHIVED");
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Cloud.get().local().logs(Optional.empty(), false, lines::add);
        for (String line : lines) {
            JsonNode event = JSON.readTree(line);
            if (event.path("functionName").asText().startsWith("tally-" + Cloud.ENVIRONMENT + "-")) {
                assertThat(event.has("level") || event.has("_aws")).as(line).isTrue();
            }
        }
        assertThat(lines).anyMatch(line -> line.contains("-indexer") && line.contains("\"requestId\":\""));
    }
}
