package dev.tally.it;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import dev.tally.it.Tally.Result;

import static org.assertj.core.api.Assertions.assertThat;

/** Data files in S3 that no log of a lake there names, as by a tap that died before its BATCH message. */
final class LakeOrphansIT {
    /** More than one page of a listing. */
    private static final int MANY = 1_003;
    private static final Duration A_SECOND = Duration.ofMillis(1_100);

    private final Cloud cloud = Cloud.get();
    private final S3Client s3 = cloud.s3();
    private final String root = "lake-" + UUID.randomUUID() + '/';

    @TempDir
    private Path folder;

    @Test
    void r28VerifyTellsWhichDataFilesNoLogNames() throws IOException, InterruptedException {
        put("data/users 1.gz");
        put("data/users 2.gz");
        put("data/deep/other.gz");
        put("lake/batch/lost.gz");
        IntStream.range(0, MANY).parallel().forEach(i -> put("given/in/it/" + i + ".gz"));
        // S3 tells seconds alone.
        Thread.sleep(A_SECOND);
        Path stream = Files.writeString(folder.resolve("stream"),
                "{\"type\":\"SCHEMA\",\"stream\":\"users\",\"schema\":{}}\n"
                        + "{\"type\":\"BATCH\",\"stream\":\"users\",\"manifest\":[\"" + uri("data/users 1.gz")
                        + "\"]}\n");
        Result recorded = tally(Redirect.from(stream.toFile()), "record", "--lake", uri("lake"), "--tap", "tap-users");
        assertThat(recorded.exit()).as(recorded.err()).isZero();
        Thread.sleep(A_SECOND);
        put("data/users 3.gz");

        JsonNode found = verify(4);
        assertThat(found.path("faults")).isEmpty();
        assertThat(found.path("unended")).isEmpty();
        assertThat(found.path("orphans").findValuesAsText("uri")).containsExactlyInAnyOrder(uri("data/users 2.gz"),
                uri("data/users 3.gz"), uri("lake/batch/lost.gz"));
        assertThat(found.path("orphans").findValuesAsText("underWay")).containsExactly("false", "false", "false");
        Result recent = tally(Redirect.PIPE, "verify", "--lake", uri("lake"), "-o", "json");
        assertThat(recent.exit()).as(recent.out() + recent.err()).isZero();
        assertThat(new ObjectMapper().readTree(recent.out()).path("orphans").findValuesAsText("underWay"))
                .as("within an hour")
                .containsExactly("true", "true", "true");
        assertThat(verify(4, "--data", uri("given")).path("orphans")).hasSize(MANY + 3);
        assertThat(verify(4, "--data", "s3://none-" + UUID.randomUUID()).path("notListed")).hasSize(1);
    }

    private JsonNode verify(int exit, String... options) throws IOException, InterruptedException {
        String[] arguments = {"verify", "--lake", uri("lake"), "--dead-after", "0s", "-o", "json"};
        Result result = tally(Redirect.PIPE,
                Stream.of(arguments, options).flatMap(Arrays::stream).toArray(String[]::new));
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
        return new ObjectMapper().readTree(result.out());
    }

    private Result tally(Redirect input, String... arguments) throws IOException, InterruptedException {
        return Tally.singer(cloud, folder, input, arguments);
    }

    private void put(String path) {
        s3.putObject(put -> put.bucket(cloud.landing()).key(root + path), RequestBody.fromString("x"));
    }

    private String uri(String path) {
        return "s3://" + cloud.landing() + '/' + root + path;
    }
}
