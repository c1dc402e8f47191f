package dev.tally.it;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A team that makes one delivery by hand, in a folder of its own. */
final class Delivering {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Cloud cloud = Cloud.get();
    private final S3Client s3 = cloud.s3();
    private final SfnClient sfn = cloud.sfn();
    private final String dataset;
    private final String folder;
    private final String name;

    Delivering(String dataset) {
        this(dataset, dataset + '/' + UUID.randomUUID() + '/');
    }

    /** Another delivery of files in the same folder. */
    Delivering(String dataset, String folder) {
        this.dataset = dataset;
        this.folder = folder;
        this.name = "d-" + UUID.randomUUID();
    }

    String dataset() {
        return dataset;
    }

    String folder() {
        return folder;
    }

    String name() {
        return name;
    }

    String id() {
        return dataset + '/' + name;
    }

    String manifestKey() {
        return folder + name + ".manifest.json";
    }

    void put(String path, String content) {
        s3.putObject(r -> r.bucket(cloud.landing()).key(folder + path), RequestBody.fromString(content));
    }

    /** Puts members with the content that {@link #announce} states. */
    void put(List<String> paths) {
        paths.forEach(path -> put(path, content(path)));
    }

    void delete(String path) {
        s3.deleteObject(r -> r.bucket(cloud.landing()).key(folder + path));
    }

    static String content(String path) {
        return "content of " + path;
    }

    void announce(String... paths) {
        announce(Arrays.asList(paths));
    }

    void announce(List<String> paths) {
        Map<String, String> contents = new LinkedHashMap<>();
        paths.forEach(path -> contents.put(path, content(path)));
        announce(contents);
    }

    /** Uploads a manifest that states sizes and checksums of these contents. */
    void announce(Map<String, String> contents) {
        ObjectNode manifest = JSON.createObjectNode().put("tallyManifest", 1);
        ArrayNode members = manifest.putArray("members");
        contents.forEach((path, content) -> {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            ObjectNode member = members.addObject().put("path", path).put("size", bytes.length);
            member.putObject("checksums").put("crc32", crc32(bytes));
        });
        announceText(manifest.toString());
    }

    void announceText(String manifest) {
        s3.putObject(r -> r.bucket(cloud.landing()).key(manifestKey()), RequestBody.fromString(manifest));
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** What the API tells of the newest revision. */
    JsonNode delivery() {
        return cloud.api("/delivery", Map.of("id", id()));
    }

    JsonNode why() {
        return cloud.api("/why", Map.of("id", id()));
    }

    JsonNode awaitStatus(String... statuses) {
        return awaitStatus(PATIENCE, statuses);
    }

    JsonNode awaitStatus(Duration patience, String... statuses) {
        List<JsonNode> seen = new ArrayList<>();
        await().atMost(patience).pollInterval(Duration.ofMillis(100)).ignoreExceptions().untilAsserted(() -> {
            JsonNode now = delivery();
            seen.add(now);
            assertThat(now.path("status").asText()).as("%s, why: %s", now, why()).isIn((Object[]) statuses);
        });
        return seen.getLast();
    }

    /** Waits until it is registered, then makes sure that it goes on waiting. */
    void awaitWaiting() {
        awaitStatus("WAITING");
        assertThat(executions()).isEmpty();
    }

    /** The names of all executions of this delivery, of every revision and attempt. */
    List<String> executions() {
        List<String> begins = new ArrayList<>();
        for (String revision : delivery().path("revisions").findValuesAsText("revision")) {
            String arn = cloud.api("/delivery", Map.of("id", id(), "revision", revision)).path("execution").asText();
            if (!arn.isEmpty()) {
                begins.add(arn.substring(arn.lastIndexOf(':') + 1, arn.lastIndexOf('-') + 1));
            }
        }
        return sfn.listExecutionsPaginator(r -> r.stateMachineArn(cloud.output("ProcessingArn")))
                .executions()
                .stream()
                .map(ExecutionListItem::name)
                .filter(n -> begins.stream().anyMatch(n::startsWith))
                .toList();
    }
}
