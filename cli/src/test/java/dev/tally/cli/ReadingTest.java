package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.cli.StubCloud.Answer;
import dev.tally.cli.terminal.Terminal;

import static org.assertj.core.api.Assertions.assertThat;

final class ReadingTest {
    @TempDir
    private Path home;
    private StubCloud cloud;

    @BeforeEach
    void begin() throws IOException {
        cloud = new StubCloud();
    }

    @AfterEach
    void end() {
        cloud.close();
    }

    @Test
    void listsAsATable() {
        cloud.answer("/deliveries", "{\"deliveries\": [" + delivery("demo/a", "WAITING", "\"overdue\": true, ") + ", "
                + delivery("demo/much-longer", "FAILED",
                        "\"reason\": {\"stage\": \"job\", \"error\": \"Boom\", \"cause\": \"no disk\"}, ")
                + "]}");
        assertThat(run("list").out()).isEqualTo("""
                DELIVERY          STATUS   MEMBERS  CHANGED    NOTE
                demo/a            WAITING    1,234  5 min ago  overdue
                demo/much-longer  FAILED     1,234  5 min ago  job Boom: no disk
                """);
    }

    @Test
    void goesOnThroughEmptyPagesUntilThereIsNoToken_API_02() {
        cloud.answer("/deliveries", query -> Answer.ok(switch (query.getOrDefault("token", "")) {
            case "" -> "{\"deliveries\": [" + delivery("demo/a", "WAITING", "") + "], \"nextToken\": \"t1\"}";
            case "t1" -> "{\"deliveries\": [], \"nextToken\": \"t/2+=\"}";
            case "t/2+=" -> "{\"deliveries\": [" + delivery("demo/b", "WAITING", "") + "]}";
            default -> throw new AssertionError(query);
        }));
        var result = run("list", "-o", "json");
        assertThat(result.out()).contains("demo/a", "demo/b", "\"more\":false");
        assertThat(result.out().lines()).hasSize(1);
    }

    @Test
    void saysWhenThereIsMoreThanTheLimit() {
        cloud.answer("/deliveries", query -> Answer
                .ok("{\"deliveries\": [" + delivery("demo/a", "WAITING", "") + "], \"nextToken\": \"x\"}"));
        assertThat(run("list", "--limit", "1").err()).isEqualTo("There are more; --limit 2 shows them.\n");
    }

    @Test
    void fieldsThatItDoesNotKnowAndNumbersPassThroughUnchanged() {
        cloud.answer("/delivery",
                "{\"id\": \"demo/a\", \"status\": \"WAITING\", \"new\": {\"n\": 12345678901234567890.50, \"x\": [null, true]}}");
        assertThat(run("status", "demo/a", "-o", "json").out())
                .isEqualTo(
                        "{\"id\":\"demo/a\",\"status\":\"WAITING\",\"new\":{\"n\":12345678901234567890.50,\"x\":[null,true]}}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo/a b", "demo/a+b", "demo/a%2Fb", "demo/a/b", "demo/é&c=d*~"})
    void namesReachTheApiUnchanged_API_01(String id) {
        List<String> asked = new ArrayList<>();
        cloud.answer("/delivery", query -> {
            asked.add(query.get("id"));
            return Answer.ok(delivery(id, "WAITING", ""));
        });
        assertThat(run("status", id).exit()).isZero();
        assertThat(asked).containsExactly(id);
    }

    @Test
    void requestsAreSignedForTheApi() {
        cloud.answer("/deliveries", "{\"deliveries\": []}");
        run("list");
        assertThat(cloud.apiRequests()).singleElement()
                .satisfies(headers -> assertThat(headers.get("authorization"))
                        .startsWith(
                                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261130/eu-north-1/execute-api/aws4_request"));
    }

    @Test
    void aDeliveryThatIsNotThereIsExitCode3() {
        cloud.answer("/delivery",
                query -> new Answer(404, "{\"error\": {\"code\": \"NotFound\", \"message\": \"no\"}}", Map.of()));
        var result = run("status", "demo/nope");
        assertThat(result.exit()).isEqualTo(Exit.NOT_FOUND);
        assertThat(result.err()).contains("There is no delivery demo/nope.", "tally list --dataset demo");
    }

    @Test
    void aServerInTroubleIsAskedAgain() {
        var asked = new AtomicInteger();
        cloud.answer("/deliveries", query -> asked.incrementAndGet() < 3
                ? new Answer(503, "{\"message\": \"Service Unavailable\"}", Map.of())
                : Answer.ok("{\"deliveries\": []}"));
        assertThat(run("list").exit()).isZero();
        assertThat(asked).hasValue(3);
    }

    @Test
    void aRefusalSaysWhoMustBeAllowed() {
        cloud.answer("/deliveries", query -> new Answer(403, "{\"message\": \"Forbidden\"}", Map.of()));
        var result = new Cli(home).with(cloud).at(InstantSource.system()).run("list");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("refused the request (403): Forbidden", "execute-api:Invoke");
    }

    @Test
    void aWrongClockIsToldWithBothTimes_CLI_02() {
        cloud.answer("/deliveries", query -> new Answer(403, "{\"message\": \"Signature expired\"}", Map.of()));
        var result = run("list");
        assertThat(result.err()).contains("The clock of this machine says 2026-11-30T12:00:00Z, that of the server ",
                "Set the clock");
    }

    @Test
    void whatIsNoJsonIsToldAndNotShownAsAStackTrace() {
        cloud.answer("/deliveries", "<html>");
        assertThat(run("list").err()).contains("is not JSON", "Is this address a Tally API?")
                .doesNotContain("Exception");
    }

    @Test
    void withoutAnAddressItSaysWhereToGetOne() {
        var result = new Cli(home).run("list");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("Which Tally?", "--api URL", "tally local up");
    }

    @Test
    void anAddressThatNobodyAnswersIsTold() {
        var result = new Cli(home).with(cloud).run("list", "--api", "http://127.0.0.1:1");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("Cannot reach the API at http://127.0.0.1:1");
    }

    @Test
    void whyTellsWhatIsMissingAndWhatDiffers() {
        cloud.answer("/why", query -> Answer.ok(query.containsKey("token")
                ? "{\"id\": \"demo/a\", \"status\": \"WAITING\", \"revision\": \"r\", \"members\": ["
                        + member("c.csv", "missing", "") + "]}"
                : """
                        {"id": "demo/a", "revision": "r", "status": "WAITING", "waiting": true, "since": "2026-11-30T11:59:00Z",
                         "required": 40, "satisfied": 37, "nextToken": "next",
                         "members": [%s, %s]}"""
                        .formatted(member("a.csv", "missing", ""),
                                member("b.csv", "differs",
                                        ", \"expected\": {\"size\": 10}, \"actual\": {\"size\": 9}"))));
        var result = run("why", "demo/a");
        assertThat(result.exit()).isEqualTo(Exit.INCOMPLETE);
        assertThat(result.out()).isEqualTo("""
                demo/a waits for 3 of 40 members, since 1 min 00 s.
                  STATE    MEMBER  EXPECTED  ACTUAL  SINCE
                  missing  a.csv                     1 min ago
                  differs  b.csv   size 10   size 9  1 min ago
                  missing  c.csv                     1 min ago
                """);
        assertThat(run("why", "demo/a", "-o", "json").out()).contains("a.csv", "c.csv", "\"more\":false")
                .doesNotContain("nextToken");
    }

    @Test
    void r28WhyTellsWhichDataFilesNoLogNames() {
        String answer = """
                {"id": "demo/a", "revision": "r", "status": "PROCESSED", "waiting": false, "since": "2026-11-30T11:59:00Z", "required": 2,
                 "orphans": {"files": [%s], "folders": ["demo/data/"], "listed": 1000, "moreFiles": %s, "deliveries": 200,
                 "moreDeliveries": %s, "rejectedLogs": 2}}""";
        String file = "{\"bucket\": \"landing\", \"key\": \"demo/data/lost.gz\", \"size\": 9, \"at\": \"2026-11-30T11:00:00Z\"}";
        cloud.answer("/why",
                query -> Answer
                        .ok("true".equals(query.get("orphans")) ? answer.formatted(file, "true", "true") : "{}"));
        var result = run("why", "demo/a");
        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo(
                """
                        demo/a is processed, since 1 min 00 s; nothing is missing.
                        None of the dataset's newest 200 deliveries names 1 data file in its folders; older ones may. What 2 rejected logs name is not known.
                          STATE   FILE               SIZE  WRITTEN
                          orphan  demo/data/lost.gz  9 B   1 h ago
                        """);
        assertThat(result.err()).contains("Only 1,000 files", "there are more");
        assertThat(run("why", "demo/a", "-o", "json").out()).contains("\"orphans\":{\"files\":[{");
        cloud.answer("/why", query -> Answer.ok(answer.formatted("", "false", "false")));
        assertThat(run("why", "demo/a").out()).hasLineCount(1);
    }

    @Test
    void whatIsOverdueSaysSinceWhen() {
        cloud.answer("/why", """
                {"id": "demo/a", "revision": "r", "status": "WAITING", "waiting": true, "since": "2026-11-30T11:00:00Z",
                 "due": "2026-11-30T11:30:00Z", "overdue": true, "required": 1, "satisfied": 0, "members": [%s]}"""
                .formatted(member("a.csv", "missing", "")));
        assertThat(run("why", "demo/a").out()).contains(
                "demo/a waits for 1 of 1 members, since 1 h 00 min. It is overdue: it was due 30 min ago.");
        cloud.answer("/delivery", delivery("demo/a", "WAITING", "\"due\": \"2026-11-30T11:30:00Z\", \"overdue\": true, "
                + "\"overdueAt\": \"2026-11-30T11:40:00Z\", "));
        assertThat(run("status", "demo/a").out()).contains("WAITING  overdue",
                "(30 min ago), announced as overdue 20 min ago");
    }

    @Test
    void aManifestThatCameAgainUnchangedIsTold_MAN_15() {
        cloud.answer("/why",
                """
                        {"id": "demo/a", "revision": "r", "status": "PROCESSED", "waiting": false, "since": "2026-11-30T11:00:00Z",
                         "manifestRepeatedAt": "2026-11-30T11:30:00Z", "required": 1, "members": []}""");
        assertThat(run("why", "demo/a").out()).isEqualTo("demo/a is processed, since 1 h 00 min; nothing is missing. "
                + "Its manifest was sent again unchanged 30 min ago, which began nothing.\n");
        cloud.answer("/delivery", delivery("demo/a", "PROCESSED", "\"manifest\": {\"bucket\": \"b\", \"key\": \"k\"}, "
                + "\"manifestRepeatedAt\": \"2026-11-30T11:30:00Z\", "));
        assertThat(run("status", "demo/a").out()).contains("s3://b/k, sent again unchanged 30 min ago");
    }

    @Test
    void aFileThatChangedAfterItWasUsedIsTold() {
        String input = "\"inputsChanged\": {\"file\": \"s3://b/a.csv\", \"at\": \"2026-11-30T11:30:00Z\"}, ";
        cloud.answer("/why",
                """
                        {"id": "demo/a", "revision": "r", "status": "ARCHIVED", "waiting": false, %s "required": 1, "members": []}"""
                        .formatted(input));
        assertThat(run("why", "demo/a").out())
                .isEqualTo("demo/a is archived; nothing is missing. s3://b/a.csv was written "
                        + "again or deleted after it was used, noticed 30 min ago; with its files as they are now it is processed by "
                        + "tally reprocess demo/a.\n");
        cloud.answer("/delivery", delivery("demo/a", "ARCHIVED", input));
        assertThat(run("status", "demo/a").out()).contains("Changed file",
                "s3://b/a.csv, since it was used; noticed 30 min ago");
    }

    @Test
    void whatFailedSaysHowToRunItAgain() {
        cloud.answer("/why", """
                {"id": "demo/a", "revision": "r", "status": "FAILED", "waiting": false, "required": 1, "members": [],
                 "reason": {"stage": "job", "error": "Boom", "cause": "no disk"}}""");
        cloud.answer("/delivery", delivery("demo/a", "FAILED", ""));
        for (var result : List.of(run("why", "demo/a"), run("watch", "demo/a"))) {
            assertThat(result.exit()).isEqualTo(Exit.DELIVERY_FAILED);
            assertThat(result.err()).isEqualTo("When that is mended: tally reprocess demo/a\n");
        }
        assertThat(run("why", "demo/a", "-o", "json").err()).isEmpty();
    }

    @Test
    void whyShowsEveryFaultOfARejectedManifest() {
        cloud.answer("/why", """
                {"id": "demo/a", "revision": "r", "status": "REJECTED", "waiting": false, "required": 0, "members": [],
                 "faults": [{"line": 3, "column": 7, "place": "$.members[0].size", "message": "is negative"},
                            {"line": 0, "column": 0, "place": "$", "message": "has no members"}]}""");
        var result = run("why", "demo/a");
        assertThat(result.exit()).isEqualTo(Exit.DELIVERY_REJECTED);
        assertThat(result.out()).contains("its manifest has 2 faults",
                "line 3, column 7, $.members[0].size: is negative", "  $: has no members");
    }

    @ParameterizedTest
    @CsvSource({"ARCHIVED, true, 0", "PROCESSED, false, 0", "FAILED, true, 5", "REJECTED, true, 6",
        "SUPERSEDED, true, 7", "WITHDRAWN, true, 8"})
    void watchTellsTheEndByItsExitCode(String status, boolean archives, int exit) {
        cloud.answer("/delivery", delivery("demo/a", status, "\"archives\": " + archives + ", "));
        assertThat(new Cli(home).with(cloud).at(InstantSource.system()).run("watch", "demo/a").exit()).isEqualTo(exit);
    }

    @Test
    void watchTellsEveryChangeOnceAlsoThoseThatItDidNotSee() {
        var looks = new AtomicInteger();
        String waiting = step("WAITING", 1);
        String all = String.join(", ", waiting, step("COMPLETE", 2), step("PROCESSING", 3), step("PROCESSED", 4),
                step("ARCHIVED", 5));
        cloud.answer("/delivery", query -> Answer.ok(switch (looks.incrementAndGet()) {
            case 1, 2 -> delivery("demo/a", "WAITING", "\"history\": [" + waiting + "], ");
            default -> delivery("demo/a", "ARCHIVED", "\"history\": [" + all + "], ");
        }));
        var result = new Cli(home).with(cloud).at(InstantSource.system()).run("watch", "demo/a", "-o", "json");
        assertThat(result.exit()).isZero();
        assertThat(result.out().lines().map(line -> line.replaceAll(".*\"status\":\"([A-Z]+)\".*", "$1")))
                .containsExactly("WAITING", "COMPLETE", "PROCESSING", "PROCESSED", "ARCHIVED");
    }

    @Test
    void watchGivesUpWhenItsTimeIsOver() {
        cloud.answer("/delivery", delivery("demo/a", "WAITING", ""));
        var result = new Cli(home).with(cloud).at(InstantSource.system()).run("watch", "demo/a", "--timeout", "1s");
        assertThat(result.exit()).isEqualTo(Exit.INCOMPLETE);
        assertThat(result.err()).contains("Still waiting", "tally why demo/a");
    }

    @Test
    void coloursAreForTerminalsOnly() {
        cloud.answer("/deliveries", "{\"deliveries\": [" + delivery("demo/a", "ARCHIVED", "") + "]}");
        assertThat(run("list").out()).doesNotContain("\u001b");
        var coloured = new Cli(home).with(cloud).on(Terminal.of(Map.of("TALLY_TERMINAL", "outerr"))).run("list");
        assertThat(coloured.out()).contains("\u001b[32mARCHIVED");
        var without = new Cli(home).with(cloud)
                .on(Terminal.of(Map.of("TALLY_TERMINAL", "outerr", "NO_COLOR", "1")))
                .run("list");
        assertThat(without.out()).doesNotContain("\u001b");
    }

    @Test
    void anEscapeSequenceInANameDoesNotReachTheTerminal_KEY_09() {
        cloud.answer("/why",
                """
                        {"id": "demo/a", "revision": "r", "status": "WAITING", "waiting": true, "required": 1, "members": [%s]}"""
                        .formatted(member("x\\u001b[2Jy", "missing", "")));
        assertThat(run("why", "demo/a").out()).contains("x\\u001b[2Jy").doesNotContain("\u001b");
    }

    private Cli.Result run(String... arguments) {
        return new Cli(home).with(cloud).run(arguments);
    }

    private static String delivery(String id, String status, String more) {
        return """
                {"id": "%s", %s"revision": "0123456789ab", "attempt": 1, "status": "%s", "members": 1234,
                 "registeredAt": "2026-11-30T11:00:00Z", "changedAt": "2026-11-30T11:55:00Z"}""".formatted(id, more,
                status);
    }

    private static String step(String status, int second) {
        return "{\"status\": \"%s\", \"at\": \"2026-11-30T11:00:0%dZ\", \"attempt\": 1}".formatted(status, second);
    }

    private static String member(String path, String state, String more) {
        return "{\"path\": \"%s\", \"bucket\": \"b\", \"key\": \"k\", \"state\": \"%s\", \"since\": \"2026-11-30T11:59:00Z\"%s}"
                .formatted(path, state, more);
    }
}
