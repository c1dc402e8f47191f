package dev.tally.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

import dev.tally.file.FileRef;

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

    static byte[] gzip(String text) throws IOException {
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

    /** A tap that dies before its log leaves data that no delivery names: those of the same folder show it, until a log names it. */
    @Test
    void r28WhyTellsWhichDataFilesNoLogNamesUntilOneDoes() throws IOException, InterruptedException {
        String folder = "logged/" + UUID.randomUUID() + '/';
        String data = "s3://" + cloud.landing() + '/' + folder;
        String first = "log-" + UUID.randomUUID();
        put(folder + "users 1.jsonl", "{}".getBytes(StandardCharsets.UTF_8));
        put(folder + "users 2.jsonl", "{}".getBytes(StandardCharsets.UTF_8));
        put("logged/" + first + ".singer.jsonl.gz", gzip(batch(data + "users 1.jsonl")));
        awaitStatus("logged/" + first, "PROCESSED");
        Tally.Result why = Tally.run(cloud.settings(), "why", "logged/" + first);
        assertThat(why.exit()).as(why.err()).isZero();
        assertThat(why.out()).contains("orphan", folder + "users 2.jsonl").doesNotContain("users 1.jsonl");

        String second = "log-" + UUID.randomUUID();
        put("logged/" + second + ".singer.jsonl.gz", gzip(batch(data + "users 2.jsonl")));
        awaitStatus("logged/" + second, "PROCESSED");
        assertThat(Tally.run(cloud.settings(), "why", "logged/" + first).out()).doesNotContain(folder);
    }

    private static String batch(String uri) {
        return "{\"type\":\"BATCH\",\"stream\":\"users\",\"encoding\":{\"format\":\"jsonl\"},\"manifest\":[\"" + uri
                + "\"]}\n";
    }

    /** A tap's messages are recorded to S3, and the log starts the job that replays it into a loader of others. */
    @Test
    @DisabledIfSystemProperty(named = "tally.localstack", matches = "true", disabledReason = "the job runs programs of this machine")
    void r28ARecordedLogIsReplayedIntoALoaderByItsJob(@TempDir Path folder) throws IOException, InterruptedException {
        String lake = "s3://" + cloud.landing() + "/replayed";
        Jobs.replaying(lake);
        Path stream = Files.writeString(folder.resolve("stream"),
                """
                        {"type": "SCHEMA", "stream": "users", "schema": {"properties": {"id": {"type": "integer"}}}, "key_properties": ["id"]}
                        {"type": "RECORD", "stream": "users", "record": {"id": 1}}
                        {"type": "RECORD", "stream": "users", "record": {"id": 2}}
                        {"type": "STATE", "value": {"bookmarks": {"users": {"id": 2}}}}
                        """);
        var recorded = Tally.singer(cloud, folder, Redirect.from(stream.toFile()), "record", "--lake", lake, "--tap",
                "tap-users");
        assertThat(recorded.exit()).as(recorded.err()).isZero();
        assertThat(recorded.out()).isEqualTo(Files.readString(stream));

        String ulid = s3.listObjectsV2Paginator(list -> list.bucket(cloud.landing()).prefix("replayed/tap-users/"))
                .contents()
                .stream()
                .map(S3Object::key)
                .filter(key -> key.endsWith(".singer.jsonl.gz"))
                .map(key -> key.substring(key.lastIndexOf('/') + 1).replace(".singer.jsonl.gz", ""))
                .reduce((first, last) -> last)
                .orElseThrow();
        JsonNode delivery = awaitStatus("replayed/" + ulid, "PROCESSED");
        assertThat(delivery.path("outputs").path("count").asInt()).isEqualTo(1);
        JsonNode loaded = new ObjectMapper().readTree(text(delivery.path("outputs").path("manifest").asText()));
        assertThat(text("s3://" + loaded.path("bucket").asText() + '/' + loaded.path("key").asText()))
                .isEqualTo("{\"id\": 1}\n{\"id\": 2}\n");
    }

    private String text(String uri) {
        FileRef file = FileRef.parse(uri);
        return s3.getObjectAsBytes(get -> get.bucket(file.bucket()).key(file.key())).asUtf8String();
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
