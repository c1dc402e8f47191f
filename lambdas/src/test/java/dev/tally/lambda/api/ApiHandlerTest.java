package dev.tally.lambda.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.tally.completeness.Completeness;
import dev.tally.completeness.FolderFiles;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.InMemoryFolders;
import dev.tally.completeness.InMemoryJobs;
import dev.tally.completeness.InMemoryRuns;
import dev.tally.completeness.ManifestTexts;
import dev.tally.completeness.Registration;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Transition;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Fixity;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.lambda.TestContext;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

final class ApiHandlerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Catalog CATALOG = new Catalog("dev", List.of(dataset("mag"), dataset("plasma")));

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryFolders folders = new InMemoryFolders();
    private final ApiHandler api = new ApiHandler(settings(), () -> CATALOG, files, deliveries, deliveries, folders,
            () -> NOW);
    private int sequence = 0x100;

    private static Dataset dataset(String name) {
        return new Dataset(name, List.of(name + "/"), List.of(ManifestFormat.TALLY), Optional.empty(),
                Optional.empty(), new Job.None(), Optional.empty(), List.of());
    }

    private static Settings settings() {
        return Settings.read(Map.of("TALLY_ENVIRONMENT", "dev", "TALLY_LANDING_BUCKET", "landing"),
                EnumSet.of(Setting.LANDING_BUCKET));
    }

    /** @return the status code, and the body */
    private Answer get(String path, String... parameters) {
        Map<String, String> query = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            query.put(parameters[i], parameters[i + 1]);
        }
        String event = "{\"version\":\"2.0\",\"rawPath\":\"" + path
                + "\",\"requestContext\":{\"http\":{\"method\":\"GET\"}},\"queryStringParameters\":" + json(query)
                + '}';
        return send(event);
    }

    private static String json(Map<String, String> query) {
        List<String> fields = new ArrayList<>();
        query.forEach((name, value) -> fields.add('"' + name + "\":\"" + value + '"'));
        return '{' + String.join(",", fields) + '}';
    }

    private Answer send(String event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            api.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), out, new TestContext());
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        JsonObject answer = JsonObject.parse(out.toString(StandardCharsets.UTF_8));
        String body = answer.needText("body");
        return new Answer((int) answer.needNumber("statusCode"), body, JsonObject.parse(body));
    }

    private record Answer(int status, String body, JsonObject json) {}

    private Delivery register(String name, Consumer<Consumer<Member>> members) {
        return register(name, Optional.empty(), members);
    }

    private Delivery register(String name, Optional<Duration> deadline, Consumer<Consumer<Member>> members) {
        return register(name, ".manifest.json", deadline, members);
    }

    /** A log of Singer messages, which calls its members by their URIs. */
    private Delivery log(String name, List<String> keys) {
        return register(name, ".singer.jsonl.gz", Optional.empty(), sink -> keys.forEach(key -> {
            FileRef file = new FileRef("landing", key);
            sink.accept(new Member(file.uri(), file, Fixity.NONE, Optional.of("batch"), true));
        }));
    }

    private void store(String... keys) {
        for (String key : keys) {
            folders.put(new FolderFiles.Stored(new FileRef("landing", key), 3, NOW));
        }
    }

    private List<String> orphans(String id) {
        return get("/why", "id", id, "orphans", "true").json()
                .object("orphans")
                .orElseThrow()
                .objects("files")
                .stream()
                .map(file -> file.needText("key"))
                .toList();
    }

    /** A tap that died before its log leaves data that no delivery names. */
    @Test
    void r28WhyTellsWhichDataFilesOfItsFoldersNoLogNames() {
        List<String> many = IntStream.range(0, 900).mapToObj(i -> "mag/data/" + i + ".gz").toList();
        log("first", many);
        log("second", List.of("mag/data/named by another.gz", "mag/second/1.gz"));
        register("other", sink -> sink.accept(member("data/named by a manifest.gz", 1)));
        store("mag/data/0.gz", "mag/data/899.gz", "mag/data/named by another.gz", "mag/data/named by a manifest.gz",
                "mag/data/lost.gz", "mag/data/deeper/lost.gz", "mag/data/x.facts.json", "mag/data/_SUCCESS",
                "mag/second/lost.gz");
        assertThat(orphans("mag/first")).containsExactly("mag/data/lost.gz");
        assertThat(orphans("mag/second")).containsExactly("mag/data/lost.gz", "mag/second/lost.gz");
        log("third", List.of("mag/data/lost.gz"));
        assertThat(orphans("mag/first")).isEmpty();
        JsonObject asked = get("/why", "id", "mag/second", "orphans", "true").json().object("orphans").orElseThrow();
        assertThat(asked.texts("folders")).containsExactly("mag/data/", "mag/second/");
        assertThat(asked.needNumber("listed")).isEqualTo(8);
        assertThat(asked.needNumber("deliveries")).isEqualTo(4);
        assertThat(asked.flag("moreFiles")).contains(false);
        assertThat(asked.flag("moreDeliveries")).contains(false);
    }

    /** Nobody keeps what a rejected log names, so its files may be among them. */
    @Test
    void r28RejectedLogsAreCountedAmongThoseAsked() {
        log("log", List.of("mag/data/1.gz"));
        register("bad", ".singer.jsonl.gz", Optional.empty(), sink -> {
            throw new ManifestRejectedException(new DeliveryId("mag", "bad"),
                    List.of(new ManifestFault(1, 1, "$", "wrong")), 1);
        });
        store("mag/data/lost.gz");
        JsonObject asked = get("/why", "id", "mag/log", "orphans", "true").json().object("orphans").orElseThrow();
        assertThat(asked.needNumber("rejectedLogs")).isEqualTo(1);
        assertThat(asked.needNumber("deliveries")).isEqualTo(2);
    }

    @Test
    void r28OrphansAreLookedForOnRequestOfLogsAlone() {
        log("log", List.of("mag/data/1.gz"));
        register("manifest", sink -> sink.accept(member("data/1.gz", 1)));
        store("mag/data/lost.gz");
        assertThat(get("/why", "id", "mag/log").json().has("orphans")).isFalse();
        assertThat(get("/why", "id", "mag/manifest", "orphans", "true").json().has("orphans")).isFalse();
        assertThat(get("/why", "id", "mag/log", "orphans", "maybe").status()).isEqualTo(400);
    }

    @Test
    void r28TheLookForOrphansIsBoundedAndSaysSo() {
        log("log", List.of("mag/a/1.gz", "mag/b/1.gz"));
        IntStream.range(0, 1001).forEach(i -> store("mag/a/lost %04d.gz".formatted(i)));
        store("mag/b/lost.gz");
        IntStream.range(0, 201).forEach(i -> log("log" + i, List.of("mag/c/" + i)));
        JsonObject asked = get("/why", "id", "mag/log", "orphans", "true").json().object("orphans").orElseThrow();
        assertThat(asked.objects("files")).hasSize(1000);
        assertThat(asked.texts("folders")).containsExactly("mag/a/");
        assertThat(asked.flag("moreFiles")).contains(true);
        assertThat(asked.flag("moreDeliveries")).contains(true);
    }

    private Delivery register(String name, String suffix, Optional<Duration> deadline,
            Consumer<Consumer<Member>> members) {
        DeliveryId id = new DeliveryId("mag", name);
        FileRef manifest = new FileRef("landing", "mag/" + name + suffix);
        Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, new InMemoryRuns(),
                new InMemoryJobs(), () -> NOW);
        return new Registration((version, sink) -> {
            members.accept(sink);
            return ManifestTexts.of(new ManifestHeader(id, "{\"mode\":\"burst\"}", deadline, false), version);
        }, deliveries, deliveries, deliveries, new InMemoryCheckQueue(), completeness, () -> NOW)
                .register(new ManifestVersion(manifest, Optional.empty(), "e" + sequence,
                        new Sequencer(Integer.toHexString(sequence++)), 1, NOW));
    }

    private static Member member(String path, long size) {
        return new Member(path, new FileRef("landing", "mag/" + path), new Fixity(OptionalLong.of(size), List.of()),
                Optional.empty(), true);
    }

    private void put(String path, long size) {
        files.record(new FileEvent.Created(new FileRef("landing", "mag/" + path),
                new Sequencer(Integer.toHexString(sequence++)), NOW, size, "e", Optional.empty()));
    }

    @Test
    void datasetsAreListed() {
        JsonObject answer = get("/datasets").json();
        assertThat(answer.needText("landingBucket")).isEqualTo("landing");
        assertThat(answer.objects("datasets").stream().map(d -> d.needText("name"))).containsExactly("mag", "plasma");
    }

    @Test
    void aDeliveryIsToldWithItsHistory() {
        Delivery delivery = register("d1", sink -> sink.accept(member("a", 1)));
        JsonObject answer = get("/delivery", "id", "mag/d1").json();
        assertThat(answer.needText("status")).isEqualTo("WAITING");
        assertThat(answer.needText("revision")).isEqualTo(delivery.key().revision());
        assertThat(answer.needText("parameters", "mode")).isEqualTo("burst");
        assertThat(answer.objects("history")).hasSize(1);
        assertThat(get("/delivery", "id", "mag/d1", "revision", "0123456789ab").status()).isEqualTo(404);
    }

    @Test
    void whatIsOverdueSaysSinceWhenAndWhenThatWasAnnounced() {
        Delivery delivery = register("d1", Optional.of(Duration.ofHours(-1)), sink -> sink.accept(member("a", 1)));
        JsonObject before = get("/delivery", "id", "mag/d1").json();
        assertThat(before.flag("overdue")).contains(true);
        assertThat(before.has("overdueAt")).isFalse();
        deliveries.replace(delivery, delivery.apply(new Transition.Overdue(1), NOW).orElseThrow());
        assertThat(get("/delivery", "id", "mag/d1").json().needText("overdueAt")).isEqualTo(NOW.toString());
        JsonObject why = get("/why", "id", "mag/d1").json();
        assertThat(why.flag("overdue")).contains(true);
        assertThat(why.needText("due")).isEqualTo(NOW.minus(Duration.ofHours(1)).toString());
    }

    @Test
    void whyNamesEachStateOfAMember() {
        register("d1", sink -> {
            for (String path : List.of("missing", "deleted", "differs", "there", "r\u00e9sum\u00e9")) {
                sink.accept(member(path, 1));
            }
        });
        put("there", 1);
        put("differs", 2);
        put("deleted", 1);
        files.record(new FileEvent.Deleted(new FileRef("landing", "mag/deleted"),
                new Sequencer(Integer.toHexString(sequence++)), NOW));
        put("re\u0301sume\u0301", 1);

        JsonObject answer = get("/why", "id", "mag/d1").json();
        Map<String, String> states = new HashMap<>();
        answer.objects("members").forEach(m -> states.put(m.needText("path"), m.needText("state")));
        assertThat(states).isEqualTo(Map.of("missing", "missing", "deleted", "deleted", "differs", "differs",
                "r\u00e9sum\u00e9", "otherForm"));
        assertThat(answer.needNumber("satisfied")).isEqualTo(1);
        assertThat(answer.needNumber("required")).isEqualTo(5);
    }

    @Test
    void whyOfARejectedManifestHasItsFaults() {
        new Registration((version, sink) -> {
            throw new ManifestRejectedException(new DeliveryId("mag", "bad"),
                    List.of(new ManifestFault(2, 3, "$.members", "no members")), 1);
        }, deliveries, deliveries, deliveries, new InMemoryCheckQueue(),
                new Completeness(files, deliveries, deliveries, deliveries, new InMemoryRuns(), new InMemoryJobs(),
                        () -> NOW),
                () -> NOW).register(
                        new ManifestVersion(new FileRef("landing", "mag/bad.manifest.json"),
                                Optional.empty(), "e", new Sequencer("1"), 1, NOW));
        JsonObject answer = get("/why", "id", "mag/bad").json();
        assertThat(answer.needText("status")).isEqualTo("REJECTED");
        assertThat(answer.objects("faults").getFirst().needText("message")).isEqualTo("no members");
    }

    /** API-01: four keys that careless decoding takes for one. */
    @Test
    void api01KeysAreTakenAsTheyAre() {
        List<String> keys = List.of("a/b", "a%2Fb", "a+b", "a b");
        for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), i);
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(get("/file", "bucket", "landing", "key", "mag/" + keys.get(i)).json().needNumber("size"))
                    .isEqualTo(i);
        }
        assertThat(get("/file", "bucket", "landing", "key", "mag/a%20b").status()).isEqualTo(404);
    }

    /** API-02: pages of ten of twenty deliveries: none twice, none lost. */
    @Test
    void api02PagesHaveEachDeliveryOnce() {
        for (int i = 0; i < 20; i++) {
            register("d" + i, sink -> sink.accept(member("x", 1)));
        }
        List<String> seen = new ArrayList<>();
        Optional<String> token = Optional.empty();
        int pages = 0;
        do {
            JsonObject page = token.isEmpty()
                    ? get("/deliveries", "limit", "10").json()
                    : get("/deliveries", "limit", "10", "token", token.get()).json();
            assertThat(page.objects("deliveries").size()).isLessThanOrEqualTo(10);
            page.objects("deliveries").forEach(d -> seen.add(d.needText("id")));
            token = page.text("nextToken");
            pages++;
        } while (token.isPresent());
        assertThat(seen).hasSize(20).doesNotHaveDuplicates();
        assertThat(pages).isBetween(2, 4);
        assertThat(get("/deliveries", "status", "ARCHIVED").json().objects("deliveries")).isEmpty();
        assertThat(get("/deliveries", "dataset", "plasma").json().objects("deliveries")).isEmpty();
    }

    /** API-03: thirty thousand members come in pages that fit an answer, and a high limit is capped. */
    @Test
    void api03ManyMembersComeInPages() {
        register("d1", sink -> {
            for (int i = 0; i < 30_000; i++) {
                sink.accept(member("a-rather-long-name-of-a-member-" + i, 1));
            }
        });
        List<String> seen = new ArrayList<>();
        Optional<String> token = Optional.empty();
        do {
            Answer page = token.isEmpty()
                    ? get("/members", "id", "mag/d1", "limit", "100000")
                    : get("/members", "id", "mag/d1", "limit", "100000", "token", token.get());
            assertThat(page.body().length()).isLessThan(5_000_000);
            page.json().objects("members").forEach(m -> seen.add(m.needText("path")));
            token = page.json().text("nextToken");
        } while (token.isPresent());
        assertThat(seen).hasSize(30_000).doesNotHaveDuplicates();
    }

    @Test
    void whatCannotBeAnsweredSaysWhatWouldBeRight() {
        assertThat(get("/nothing")).satisfies(a -> assertThat(a.status()).isEqualTo(404));
        assertThat(get("/delivery").json().needText("error", "message")).contains("id");
        assertThat(get("/delivery", "id", "noslash").status()).isEqualTo(400);
        assertThat(get("/delivery", "id", "mag/none").status()).isEqualTo(404);
        assertThat(get("/deliveries", "dataset", "none").json().needText("error", "message")).contains("mag");
        assertThat(get("/deliveries", "status", "LOST").json().needText("error", "message")).contains("WAITING");
        assertThat(get("/deliveries", "limit", "none").status()).isEqualTo(400);
        assertThat(get("/deliveries", "token", "!").status()).isEqualTo(400);
        assertThat(get("/deliveries", "token", "bm9uZQ").status()).isEqualTo(400);
        assertThat(send("{\"rawPath\":\"/datasets\",\"requestContext\":{\"http\":{\"method\":\"POST\"}}}").status())
                .isEqualTo(405);
    }
}
