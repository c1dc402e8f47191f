package dev.tally.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Files and manifests come in every way and order; each delivery is processed once. */
final class ArrivalIT {
    private final Cloud cloud = Cloud.get();

    @Test
    void manifestFirst() {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.put(List.of("a"));
        team.awaitWaiting();
        JsonNode missing = team.why().path("members");
        assertThat(missing).hasSize(1);
        assertThat(missing.get(0).path("path").asText()).isEqualTo("b");
        assertThat(missing.get(0).path("state").asText()).isEqualTo("missing");
        team.put(List.of("b"));
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }

    @Test
    void manifestLast() {
        Delivering team = new Delivering("free");
        team.put(List.of("a", "b"));
        team.announce("a", "b");
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }

    /** MAN-08: a manifest and three files in all 24 orders. */
    @Test
    void man08AllOrdersOfManifestAndThreeFiles() {
        List<Delivering> teams = new ArrayList<>();
        for (List<Integer> order : orders(List.of(0, 1, 2, 3))) {
            Delivering team = new Delivering("free");
            teams.add(team);
            for (int step : order) {
                if (step == 0) {
                    team.announce("f1", "f2", "f3");
                } else {
                    team.put(List.of("f" + step));
                }
            }
        }
        assertThat(teams).hasSize(24).allSatisfy(team -> {
            team.awaitStatus("PROCESSED");
            assertThat(team.executions()).hasSize(1);
        });
    }

    private static List<List<Integer>> orders(List<Integer> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (Integer first : items) {
            for (List<Integer> rest : orders(items.stream().filter(i -> !i.equals(first)).toList())) {
                List<Integer> order = new ArrayList<>(List.of(first));
                order.addAll(rest);
                all.add(order);
            }
        }
        return all;
    }

    @Test
    void twoDeliveriesShareFiles() {
        Delivering one = new Delivering("free");
        Delivering other = new Delivering("free", one.folder());
        one.announce("shared", "own-of-one");
        other.announce("shared", "own-of-other");
        one.put(List.of("own-of-one", "own-of-other"));
        one.awaitWaiting();
        other.awaitWaiting();
        one.put(List.of("shared"));
        one.awaitStatus("PROCESSED");
        other.awaitStatus("PROCESSED");
        assertThat(one.executions()).hasSize(1);
        assertThat(other.executions()).hasSize(1);
    }

    /** OBJ-08: an empty file is a file. */
    @Test
    void obj08AnEmptyFileIsTheOnlyMember() {
        Delivering team = new Delivering("free");
        team.put("empty.csv", "");
        team.announce(Map.of("empty.csv", ""));
        team.awaitStatus("PROCESSED");
    }

    /** EVT-09: multipart uploads and copies are arrivals too. */
    @Test
    void evt09MultipartAndCopy() {
        Delivering team = new Delivering("free");
        String content = "x".repeat(6 * 1024 * 1024);
        team.announce(Map.of("large", content, "copied", content));
        try (S3Client s3 = cloud.s3()) {
            String key = team.folder() + "large";
            String upload = s3.createMultipartUpload(r -> r.bucket(cloud.landing()).key(key)).uploadId();
            List<CompletedPart> parts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i + 1;
                String part = i == 0 ? content.substring(0, 5 * 1024 * 1024) : content.substring(5 * 1024 * 1024);
                String etag = s3.uploadPart(r -> r.bucket(cloud.landing()).key(key).uploadId(upload).partNumber(number),
                        RequestBody.fromString(part)).eTag();
                parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
            }
            s3.completeMultipartUpload(r -> r.bucket(cloud.landing())
                    .key(key)
                    .uploadId(upload)
                    .multipartUpload(m -> m.parts(parts)));
            team.awaitWaiting();
            s3.copyObject(r -> r.sourceBucket(cloud.landing())
                    .sourceKey(key)
                    .destinationBucket(cloud.landing())
                    .destinationKey(team.folder() + "copied"));
        }
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }

    /** KEY-01, KEY-03, KEY-06, KEY-08, KEY-10, MAN-06, MAN-11: names are taken byte for byte. */
    @Test
    void key03Key06Key10NamesAreLiteral() {
        Delivering team = new Delivering("free");
        List<String> names = List.of("a b+c.csv", "a+b%2Bc.csv", "7:30.csv", "7%3A30.csv", "A.csv", "a.csv",
                "r\u00e9sum\u00e9.csv", "%2e%2e.csv", "sales+tax.csv", "sales tax.csv", "back\\slash.csv",
                "'quoted'.csv",
                "tab&amp;.csv", "deep/er/é.csv");
        team.announce(names);
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, new Random(7));
        team.put(shuffled.subList(1, shuffled.size()));
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(team.why().path("members")).hasSize(1));
        assertThat(team.why().path("members").get(0).path("path").asText()).isEqualTo(shuffled.getFirst());
        team.put(shuffled.subList(0, 1));
        team.awaitStatus("PROCESSED");
    }

    /** KEY-06: a file that came in the other Unicode form is named, not waited for in silence. */
    @Test
    void key06TheOtherUnicodeFormIsNamed() {
        Delivering team = new Delivering("free");
        team.announce("r\u00e9sum\u00e9.csv");
        team.put("re\u0301sume\u0301.csv", "x");
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                        team.why().path("members").get(0).path("state").asText()).isEqualTo("otherForm"));
        team.put(List.of("r\u00e9sum\u00e9.csv"));
        team.awaitStatus("PROCESSED");
        JsonNode members = cloud.api("/members", Map.of("id", team.id())).path("members");
        assertThat(members).singleElement()
                .satisfies(member -> assertThat(member.path("state").asText()).isEqualTo("present"));
    }

    /** KEY-07: 1,024 bytes are a key, however few the characters. */
    @Test
    void key07LongestKeys() {
        Delivering team = new Delivering("free");
        int left = 1024 - team.folder().getBytes(StandardCharsets.UTF_8).length;
        List<String> names = List.of("k".repeat(left), "é".repeat(left / 2));
        team.announce(names);
        team.put(names);
        team.awaitStatus("PROCESSED");
    }

    /** KEY-05: the console's folders are no files; DDB-03, EVT-07: fifty at once are no race. */
    @Test
    void key05Ddb03FiftyFilesAtOnceBesideAFolder() throws Exception {
        Delivering team = new Delivering("free");
        List<String> names = IntStream.range(0, 50).mapToObj(i -> "f" + i).toList();
        team.put("folder/", "");
        team.announce(names);
        try (ExecutorService threads = Executors.newFixedThreadPool(50)) {
            for (String name : names) {
                threads.execute(() -> team.put(List.of(name)));
            }
        }
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }

    /** DDB-01, SFN-04: two thousand members, and an input that stays small. */
    @Test
    void sfn04TwoThousandMembers() {
        Delivering team = new Delivering("free");
        List<String> names = IntStream.range(0, 2_000).mapToObj("member-%04d.dat"::formatted).toList();
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, new Random(11));
        team.put(shuffled.subList(0, 700));
        team.announce(names);
        team.put(shuffled.subList(700, 2_000));
        JsonNode delivery = team.awaitStatus(Duration.ofMinutes(3), "PROCESSED");
        assertThat(delivery.path("chunks").asInt()).isEqualTo(5);
        assertThat(team.executions()).hasSize(1);
        String input = cloud.sfn().describeExecution(r -> r.executionArn(delivery.path("execution").asText())).input();
        assertThat(input.length()).isLessThan(10_000);
    }

    /** SFN-13: what comes in three parts is archived in all of them. */
    @Test
    void sfn13EveryPartIsArchived() throws IOException {
        Delivering team = new Delivering("kept");
        List<String> names = IntStream.range(0, 850).mapToObj("member-%04d.dat"::formatted).toList();
        team.announce(names);
        team.put(names);
        JsonNode delivery = team.awaitStatus(Duration.ofMinutes(3), "ARCHIVED");
        assertThat(delivery.path("chunks").asInt()).isEqualTo(3);
        FileRef seal = FileRef.parse(delivery.path("archive").asText());
        try (S3Client s3 = cloud.s3()) {
            JsonNode sealed = new ObjectMapper().readTree(s3.getObjectAsBytes(r -> r.bucket(seal.bucket())
                    .key(seal.key())).asInputStream());
            assertThat(sealed.path("files").findValuesAsText("path")).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    /** OBJ-03: a member that is deleted is missing again. */
    @Test
    void obj03DeletedAndSentAgain() {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.put(List.of("a"));
        team.awaitWaiting();
        team.delete("a");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(team.why().path("members")).hasSize(2));
        team.put(List.of("b"));
        team.awaitWaiting();
        team.put(List.of("a"));
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }
}
