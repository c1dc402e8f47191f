package dev.tally.benchmark.micro;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoFiles;
import dev.tally.completeness.FileState;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/**
 * What the indexer does for a file that nobody watches: one conditional write and a look at its answer, through the SDK,
 * marshalling and signature included, with a network that takes no time.
 */
@State(Scope.Thread)
public class ArrivalBenchmark {
    private static final String KEY = "solar/mag/2026-11-30/mag/l1b/2026/11/mag2_20261130T080000.dat";
    private static final FileEvent.Created EVENT = new FileEvent.Created(
            new FileRef("tally-prod-landing-123456789012", KEY), new Sequencer("0065a1b2c3d4e5f601"),
            Instant.parse("2026-11-30T08:00:00Z"), 1_048_576, "d41d8cd98f00b204e9800998ecf8427e",
            Optional.of("3HL4kqtJvjVBH40Nrjfkd3HL4kqtJvjV"));
    private static final String ANSWER = """
            {"Attributes": {"pk": {"S": "F#tally-prod-landing-123456789012/%s"}, "sk": {"S": "F"},
             "state": {"S": "present"}, "seq": {"S": "0065a1b2c3d4e5f601"}, "at": {"S": "2026-11-30T08:00:00Z"},
             "size": {"N": "1048576"}, "etag": {"S": "d41d8cd98f00b204e9800998ecf8427e"},
             "version": {"S": "3HL4kqtJvjVBH40Nrjfkd3HL4kqtJvjV"}, "writes": {"N": "1"}}}""".formatted(KEY);

    private final DynamoFiles files = new DynamoFiles(new AwsClients(Map.of("AWS_REGION", "us-east-1",
            "AWS_ACCESS_KEY_ID", "benchmark", "AWS_SECRET_ACCESS_KEY", "benchmark"), new CannedHttpClient(ANSWER)),
            "tally-prod-tracking");

    @Benchmark
    public FileState arrival() {
        FileState state = files.record(EVENT);
        if (!state.present().equals(Optional.of(EVENT)) || !List.copyOf(state.watches()).isEmpty()) {
            throw new IllegalStateException("Not what was answered: " + state);
        }
        return state;
    }
}
