package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.cli.StubCloud.Answer;

import static org.assertj.core.api.Assertions.assertThat;

final class InterveningTest {
    private static final String DONE = """
            {"id": "demo/a", "revision": "0123456789ab", "attempt": 4, "status": "WAITING", "changed": true}""";

    @TempDir
    private Path home;
    private StubCloud cloud;

    @BeforeEach
    void begin() throws IOException {
        cloud = new StubCloud().answer("/delivery", """
                {"id": "demo/a", "revision": "0123456789ab", "attempt": 3, "status": "FAILED", "members": 1,
                 "registeredAt": "2026-11-30T11:00:00Z", "changedAt": "2026-11-30T11:55:00Z"}""");
    }

    @AfterEach
    void end() {
        cloud.close();
    }

    private Cli.Result run(String... arguments) {
        return new Cli(home).with(cloud).run(arguments);
    }

    @Test
    void reprocessingNamesTheAttemptThatIsOver_MAN_15() {
        cloud.answer("/reprocess", DONE);
        var result = run("reprocess", "demo/a");
        assertThat(result.exit()).isZero();
        assertThat(cloud.posted())
                .containsExactly("{\"id\":\"demo/a\",\"revision\":\"0123456789ab\",\"attempt\":3}");
        assertThat(result.out()).isEqualTo("""
                demo/a was FAILED in attempt 3, and begins attempt 4.
                  Follow it: tally watch demo/a
                """);
        assertThat(run("reprocess", "demo/a", "-o", "json").out()).isEqualTo(
                "{\"id\":\"demo/a\",\"revision\":\"0123456789ab\",\"attempt\":4,\"status\":\"WAITING\",\"changed\":true}\n");
        assertThat(cloud.apiRequests()).allSatisfy(headers -> assertThat(headers.get("authorization"))
                .contains("/eu-north-1/execute-api/aws4_request"));
    }

    /** The first answer is lost; the same request is sent again, which the API takes for one. */
    @Test
    void aRequestWithoutAnAnswerIsSentAgainUnchanged_EVT_07() {
        var asked = new AtomicInteger();
        cloud.answer("/reprocess", query -> asked.incrementAndGet() == 1
                ? new Answer(503, "{\"message\": \"Service Unavailable\"}", Map.of())
                : Answer.ok(DONE.replace("true", "false")));
        assertThat(run("reprocess", "demo/a").out()).startsWith("demo/a is in attempt 4 already.");
        assertThat(cloud.posted()).hasSize(2);
        assertThat(cloud.posted().getFirst()).isEqualTo(cloud.posted().getLast());
    }

    @Test
    void withdrawingSendsItsReason() {
        cloud.answer("/withdraw", DONE.replace("WAITING", "WITHDRAWN"));
        assertThat(run("withdraw", "demo/a", "--reason", "wrong \"day\"").out())
                .isEqualTo("demo/a is withdrawn: no file that comes later starts it.\n");
        assertThat(cloud.posted()).singleElement().asString().contains("\"reason\":\"wrong \\\"day\\\"\"");
    }

    @Test
    void whatCannotBeDoneIsExitCode1WithWhatToDo() {
        cloud.answer("/withdraw", query -> new Answer(409,
                "{\"error\": {\"code\": \"Conflict\", \"message\": \"demo/a has failed: reprocess it\"}}", Map.of()));
        var result = run("withdraw", "demo/a");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.err()).contains("demo/a has failed: reprocess it.").doesNotContain("409");
    }

    @Test
    void whatIsNotThereIsExitCode3() {
        cloud.answer("/delivery", query -> new Answer(404, "{}", Map.of()));
        assertThat(run("reprocess", "demo/a", "--revision", "ba9876543210").exit()).isEqualTo(Exit.NOT_FOUND);
        assertThat(cloud.posted()).isEmpty();
    }
}
