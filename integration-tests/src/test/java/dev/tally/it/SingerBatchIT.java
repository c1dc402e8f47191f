package dev.tally.it;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import dev.tally.it.Tally.Result;
import dev.tally.it.singer.Peer;

import static org.assertj.core.api.Assertions.assertThat;

/** BATCH messages that name data in S3, kept in a lake there, and a loader of others that fetches the data by itself. */
final class SingerBatchIT {
    private final Cloud cloud = Cloud.get();
    private final S3Client s3 = cloud.s3();
    private final String root = "batches-" + UUID.randomUUID() + '/';

    @TempDir
    private Path folder;

    @Test
    void r5BatchesOfDataInS3AreLoadedFromTheLakeAsFromTheTap() throws IOException, InterruptedException {
        Path stream = Files.writeString(folder.resolve("stream"),
                "{\"type\":\"SCHEMA\",\"stream\":\"users\",\"schema\":{\"properties\":{\"id\":{\"type\":\"integer\"},\"name\":"
                        + "{\"type\":\"string\"}}},\"key_properties\":[\"id\"]}\n"
                        + batch("users 1.jsonl.gz", "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Grace\"}\n")
                        + batch("users 2.jsonl.gz", "{\"id\":3,\"name\":\"Jean\"}\n")
                        + "{\"type\":\"STATE\",\"value\":{\"bookmarks\":{\"users\":3}}}\n");
        String lake = "s3://" + cloud.landing() + '/' + root + "lake";
        tally(stream, "record", "--lake", lake, "--tap", "tap-users");
        Path replayed = Files.writeString(folder.resolve("replayed"),
                tally(Path.of("/dev/null"), "replay", "--lake", lake).out());

        assertThat(load(replayed)).isEqualTo(load(stream))
                .containsExactly("id,name", "1,Ada", "2,Grace", "3,Jean");
    }

    private String batch(String name, String records) throws IOException {
        byte[] data = SingerLogIT.gzip(records);
        s3.putObject(put -> put.bucket(cloud.landing()).key(root + name), RequestBody.fromBytes(data));
        return "{\"type\":\"BATCH\",\"stream\":\"users\",\"encoding\":{\"format\":\"jsonl\",\"compression\":\"gzip\"},\"manifest\":[\"s3://"
                + cloud.landing() + '/' + root + name + "\"]}\n";
    }

    private Result tally(Path input, String... arguments) throws IOException, InterruptedException {
        Result result = Tally.singer(cloud, folder, Redirect.from(input.toFile()), arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        return result;
    }

    /** The lines of the file that the target makes of a stream. */
    private List<String> load(Path stream) throws IOException, InterruptedException {
        Path output = Files.createTempDirectory(folder, "loaded");
        Path config = output.resolveSibling(output.getFileName() + ".json");
        new ObjectMapper().writeValue(config.toFile(), Map.of("output_path", output.toString()));
        Path said = output.resolveSibling(output.getFileName() + ".txt");
        var builder = new ProcessBuilder(Peer.TARGET_CSV.command(), "--config", config.toString())
                .redirectInput(stream.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().putAll(cloud.settings());
        Process target = builder.start();
        assertThat(target.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(target.exitValue()).as(Files.readString(said)).isZero();
        return Files.readAllLines(output.resolve("users.csv"));
    }
}
