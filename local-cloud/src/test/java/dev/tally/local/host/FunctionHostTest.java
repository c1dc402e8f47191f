package dev.tally.local.host;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FunctionHostTest {

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private FunctionHost host;
    private Path archive;
    private Path logFile;

    @BeforeEach
    void start() throws IOException {
        archive = SampleFunctions.archive(folder);
        logFile = folder.resolve("functions.log");
        var log = new FunctionLog(logFile);
        FunctionOutput.redirect(log);
        host = new FunctionHost(0, Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:1"), log);
    }

    @AfterEach
    void stop() throws IOException {
        System.setOut(out);
        System.setErr(err);
        host.close();
    }

    @Test
    void aFunctionGetsItsEventItsSettingsAndItsContext() throws Exception {
        var answer = invoke("Echo", "{\"é\":1}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("X-Tally-Function-Error")).isEmpty();
        assertThat(answer.body()).isEqualTo(
                "{\"event\":{\"é\":1},\"greeting\":\"a+b=c & é\",\"endpoint\":\"http://127.0.0.1:1\",\"request\":\"r-1\",\"function\":\"sample\",\"memory\":256,"
                        + "\"inTime\":true,\"calls\":1}");
    }

    @Test
    void aHandlerStaysWarmUntilItsEnvironmentChanges() throws Exception {
        invoke("Echo", "1");
        assertThat(invoke("Echo", "1").body()).contains("\"calls\":2");

        var changed = send(request("Echo", "1", 10).setHeader("X-Tally-Environment", "GREETING=hello"));

        assertThat(changed.body()).contains("\"calls\":1").contains("\"greeting\":\"hello\"");
    }

    @Test
    void newerCodeTakesThePlaceOfTheDeployedAtTheNextInvocationAndCanBeTakenBack() throws Exception {
        invoke("Echo", "1");
        var newer = Files.copy(archive, folder.resolve("built.jar"), StandardCopyOption.REPLACE_EXISTING);
        var deployed = Files.copy(archive, folder.resolve("aa.jar"));
        archive = deployed;
        invoke("Echo", "1");

        CodeReplacement.put(folder, "aa", newer, "bb");
        assertThat(invoke("Echo", "1").body()).contains("\"calls\":1");
        assertThat(invoke("Echo", "1").body()).contains("\"calls\":2");

        CodeReplacement.forgetAll(folder);
        assertThat(invoke("Echo", "1").body()).as("the deployed one again, still warm").contains("\"calls\":2");
    }

    @Test
    void anExceptionIsToldAsLambdaTellsIt() throws Exception {
        var answer = invoke("Failing", "{}");

        assertThat(answer.headers().firstValue("X-Tally-Function-Error")).contains("Unhandled");
        assertThat(answer.body())
                .startsWith(
                        "{\"errorMessage\":\"the disk said \\\"no\\\"\\n and more\",\"errorType\":\"java.lang.IllegalStateException\",\"stackTrace\":[\"")
                .contains("SampleFunctions$Failing.handleRequest");
    }

    @Test
    void aHandlerThatCannotBeMadeIsAFailureOfItsFunctionAndOfNoOther() throws Exception {
        assertThat(invoke("Unmade", "{}").body()).contains("\"errorMessage\":\"TALLY_TABLE is missing\"")
                .contains("java.lang.IllegalArgumentException");
        assertThat(invoke("NotThere", "{}").body()).contains("java.lang.ClassNotFoundException");
        assertThat(invoke("Echo", "1").body()).contains("\"calls\":1");
    }

    @Test
    void aFunctionThatTakesTooLongIsInterruptedAndMadeAnew() throws Exception {
        var answer = send(request("Sleeping", "60000", 1));

        assertThat(answer.headers().firstValue("X-Tally-Function-Error")).contains("Unhandled");
        assertThat(answer.body()).contains("RequestId: r-1 Error: Task timed out after 1.00 seconds")
                .contains("\"errorType\":\"Sandbox.Timedout\"");
        for (int i = 0; i < 100 && !Files.readString(logFile).contains("interrupted"); i++) {
            Thread.sleep(20);
        }
        assertThat(Files.readString(logFile)).contains("\"message\":\"interrupted\"");
        assertThat(invoke("Sleeping", "1").body()).isEqualTo("\"slept\"");
    }

    @Test
    void invocationsOfOneFunctionRunSideBySideInOneHandler() {
        var one = CompletableFuture.supplyAsync(() -> body("Meeting"));
        var other = CompletableFuture.supplyAsync(() -> body("Meeting"));

        assertThat(one.join()).isEqualTo("true");
        assertThat(other.join()).isEqualTo("true");
    }

    @Test
    void aHandlerIsPreparedAsForASnapshot() throws Exception {
        var prepared = send(request("Prepared", "", 10).uri(address("/prepare")));

        assertThat(prepared.headers().firstValue("X-Tally-Function-Error")).isEmpty();
        assertThat(invoke("Prepared", "").body()).isEqualTo("\"[beforeCheckpoint, afterRestore]\"");
        assertThat(send(request("Unmade", "", 10).uri(address("/prepare"))).body()).contains("TALLY_TABLE is missing");
        assertThat(send(request("Echo", "", 10).uri(address("/prepare"))).body()).isEmpty();
    }

    @Test
    void aFunctionSeesNothingOfTheHostButLambdasInterfaces() throws Exception {
        assertThat(invoke("Curious", "{}").body()).isEqualTo("false");
    }

    @Test
    void whatAFunctionPrintsIsOneJsonObjectALineUnderItsName() throws Exception {
        invoke("Echo", "1");

        assertThat(Files.readAllLines(logFile)).hasSize(2)
                .first()
                .isEqualTo("{\"functionName\":\"sample\",\"message\":\"echoing\"}");
        assertThat(Files.readAllLines(logFile).getLast()).startsWith("{\"functionName\":\"sample\",\"timestamp\":\"")
                .endsWith("\",\"message\":\"a plain line\"}");
    }

    @Test
    void theHostTellsWhichProcessItIs() throws Exception {
        var health = client.send(HttpRequest.newBuilder(address("/health")).build(), BodyHandlers.ofString());

        assertThat(health.body()).isEqualTo(String.valueOf(ProcessHandle.current().pid()));
    }

    private String body(String handler) {
        try {
            return invoke(handler, "{}").body();
        } catch (IOException | InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private HttpResponse<String> invoke(String handler, String event) throws IOException, InterruptedException {
        return send(request(handler, event, 10));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String handler, String event, int timeoutSeconds) {
        return HttpRequest.newBuilder(address("/invoke"))
                .header("X-Tally-Request", "r-1")
                .header("X-Tally-Function", "sample")
                .header("X-Tally-Version", "7")
                .header("X-Tally-Arn", "arn:aws:lambda:us-east-1:000000000000:function:sample:7")
                .header("X-Tally-Handler", "dev.tally.local.host.SampleFunctions$" + handler + "::handleRequest")
                .header("X-Tally-Code", archive.toString())
                .header("X-Tally-Timeout", String.valueOf(timeoutSeconds))
                .header("X-Tally-Memory", "256")
                .header("X-Tally-Environment", "GREETING=" + URLEncoder.encode("a+b=c & é", StandardCharsets.UTF_8))
                .POST(BodyPublishers.ofString(event));
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + host.port() + path);
    }
}
