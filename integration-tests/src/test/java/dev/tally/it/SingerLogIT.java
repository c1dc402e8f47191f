package dev.tally.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A log of Singer messages in the landing bucket is a delivery of the data files that it names. */
final class SingerLogIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private final Cloud cloud = Cloud.get();
    private final S3Client s3 = cloud.s3();

    private void put(String key, byte[] content) {
        s3.putObject(put -> put.bucket(cloud.landing()).key(key), RequestBody.fromBytes(content));
    }

    private JsonNode awaitStatus(String delivery, String status) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(cloud.api("/delivery", Map.of("id", delivery)).path("status").asText())
                        .as(() -> String.valueOf(cloud.api("/why", Map.of("id", delivery))))
                        .isEqualTo(status));
        return cloud.api("/delivery", Map.of("id", delivery));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void r28ALogIsCompleteWhenItsDataFilesAreThere() throws IOException {
        String folder = "logged/" + UUID.randomUUID() + '/';
        String name = "log-" + UUID.randomUUID();
        String data = "s3://" + cloud.landing() + '/' + folder + "users ";
        String batch = "{\"type\":\"BATCH\",\"stream\":\"users\",\"encoding\":{\"format\":\"jsonl\"},\"manifest\":[\"%s\"]}%n";
        put(folder + "users 1.jsonl", "{}".getBytes(StandardCharsets.UTF_8));
        put(folder + name + ".singer.jsonl.gz",
                gzip("{\"type\":\"SCHEMA\",\"stream\":\"users\",\"schema\":{\"properties\":{}}}\n"
                        + batch.formatted(data + "1.jsonl") + batch.formatted(data + "2.jsonl")
                        + "{\"type\":\"STATE\",\"value\":{}}\n"));

        assertThat(awaitStatus("logged/" + name, "WAITING").path("parameters").path("singer").path("messages"))
                .hasToString("{\"SCHEMA\":1,\"STATE\":1,\"BATCH\":2}");
        JsonNode why = cloud.api("/why", Map.of("id", "logged/" + name));
        assertThat(why.toString()).contains("users 2.jsonl").doesNotContain("users 1.jsonl");

        put(folder + "users 2.jsonl", "{}".getBytes(StandardCharsets.UTF_8));
        awaitStatus("logged/" + name, "PROCESSED");
    }

    @Test
    void r28ALogThatNamesFilesElsewhereIsRejectedWithTheirLines() throws IOException {
        String name = "log-" + UUID.randomUUID();
        put("logged/" + name + ".singer.jsonl.gz",
                gzip("\n{\"type\":\"BATCH\",\"stream\":\"users\",\"manifest\":[\"file:///data/1.jsonl\"]}\n"));
        assertThat(awaitStatus("logged/" + name, "REJECTED").path("faults").toString()).contains("file:///data/1.jsonl",
                "\"line\":2");
    }
}
