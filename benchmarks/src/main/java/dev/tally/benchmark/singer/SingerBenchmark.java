package dev.tally.benchmark.singer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tally.benchmark.JsonLine;
import dev.tally.local.CloudDirectories;
import dev.tally.local.PythonEnvironment;

/**
 * Runs {@code ./tally singer record} and {@code replay}, and what it is compared with by turns on the same messages, each as a process of its own, its start
 * included; then the time to the first message, and the heap of short and long recordings.
 */
public final class SingerBenchmark {
    private static final String READER = """
            import sys
            from singer_sdk.singerlib.encoding.simple import SimpleSingerReader
            types = ("RECORD", "SCHEMA", "STATE", "BATCH", "ACTIVATE_VERSION")
            SimpleSingerReader().process_lines(sys.stdin, {name: lambda message: None for name in types})
            """;
    private static final String IMPORT = "import singer_sdk, sys; sys.stdout.write(sys.stdin.readline())";

    private final Path folder;
    private final long messages;
    private final int rounds;

    private SingerBenchmark(Path folder, long messages, int rounds) {
        this.folder = folder;
        this.messages = messages;
        this.rounds = rounds;
    }

    /** @param arguments {@code [--messages 1000000] [--heap-messages 10000000] [--rounds 3]} */
    public static void main(String[] arguments) throws IOException {
        List<String> given = List.of(arguments);
        Path folder = Files.createTempDirectory("tally-singer-benchmark");
        try {
            var benchmark = new SingerBenchmark(folder, option(given, "--messages", 1_000_000),
                    (int) option(given, "--rounds", 3));
            benchmark.measureThroughput();
            benchmark.measureFirstMessage();
            benchmark.measureHeap(option(given, "--heap-messages", 10_000_000));
        } finally {
            delete(folder);
        }
    }

    private void measureThroughput() throws IOException {
        Path input = folder.resolve("messages");
        try (var out = Files.newOutputStream(input); var in = new Messages(messages)) {
            in.transferTo(out);
        }
        List<Rival> rivals = new ArrayList<>(rivals());
        for (String compression : List.of("none", "gzip")) {
            rivals.add(replay(compression, input));
        }
        Map<Rival, List<Double>> seconds = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            rivals.forEach(rival -> seconds.computeIfAbsent(rival, _ -> new ArrayList<>()).add(rival.seconds(input)));
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        seconds.forEach((rival, all) -> medians.put(rival.name(), median(all)));
        double megabytes = Files.size(input) / 1e6;
        medians.forEach((name, median) -> {
            var line = new JsonLine("singer").with("what", name)
                    .with("messages", messages + 1)
                    .with("megabytes", megabytes)
                    .with("oneCore", Rival.isOnOneCore())
                    .with("seconds", median)
                    .with("messagesPerSecond", Math.round((messages + 1) / median))
                    .with("megabytesPerSecond", megabytes / median);
            System.out.println(name.startsWith("re") ? compared(line, name, median, medians) : line);
        });
    }

    private static JsonLine compared(JsonLine line, String name, double median, Map<String, Double> medians) {
        String other = name.startsWith("replay") ? "cat" : name.contains("gzip") ? "gzip -1" : "tee";
        return line.with("of", other).with("ratio", medians.getOrDefault(other, Double.NaN) / median);
    }

    private List<Rival> rivals() {
        Path scratch = folder.resolve("scratch");
        List<Rival> rivals = new ArrayList<>(List.of(new Rival("cat", List.of("cat"), scratch),
                new Rival("tee", List.of("tee", scratch.resolve("copy").toString()), scratch),
                new Rival("gzip -1", List.of("gzip", "-1"), scratch),
                record("record plain", "continual", "none"), record("record gzip", "batched", "gzip"),
                record("record gzip continual", "continual", "gzip")));
        rivals.add(new Rival("singer_sdk reader", List.of(python(), "-c", READER), scratch));
        return rivals;
    }

    private Rival record(String name, String mode, String compression) {
        return record(name, mode, compression, folder.resolve("lake"));
    }

    private static Rival record(String name, String mode, String compression, Path lake) {
        return new Rival(name,
                List.of("./tally", "singer", "record", "--lake", lake.toString(), "--mode", mode, "--compression",
                        compression),
                lake);
    }

    /** Of the messages as they were recorded before; it reads them from the lake. */
    private Rival replay(String compression, Path input) {
        Path lake = folder.resolve("recorded-" + compression);
        var recorder = record("record", "batched", compression, lake);
        recorder.seconds(input);
        return new Rival("replay of " + (compression.equals("none") ? "plain" : compression),
                List.of("./tally", "singer", "replay", "--lake", lake.toString()), folder.resolve("scratch"));
    }

    private void measureFirstMessage() {
        byte[] line = "{\"type\":\"STATE\",\"value\":{}}\n".getBytes(StandardCharsets.UTF_8);
        var recorder = record("record", "continual", "none");
        var sdk = new Rival("import singer_sdk", List.of(python(), "-c", IMPORT), folder.resolve("scratch"));
        List<Double> recorderSeconds = new ArrayList<>();
        List<Double> sdkSeconds = new ArrayList<>();
        for (int round = 0; round < 3 * rounds; round++) {
            recorderSeconds.add(recorder.secondsToFirst(line));
            sdkSeconds.add(sdk.secondsToFirst(line));
        }
        System.out.println(new JsonLine("singer").with("what", "first message")
                .with("oneCore", Rival.isOnOneCore())
                .with("seconds", median(recorderSeconds))
                .with("importSingerSdkSeconds", median(sdkSeconds))
                .with("ratio", median(recorderSeconds) / median(sdkSeconds)));
    }

    private void measureHeap(long most) {
        for (String mode : List.of("continual", "batched")) {
            for (long records = most / 10; records <= most; records *= 10) {
                System.out.println(new JsonLine("singer").with("what", "heap of " + mode)
                        .with("messages", records + 1)
                        .with("peakHeapMb",
                                RecorderHeap.megabytes(records, folder.resolve("heap-" + mode + records), mode)));
            }
        }
    }

    /** The interpreter of the environment that the integration tests have for a tap of the current SDK. */
    private static String python() {
        try {
            var requirements = Files.readAllBytes(Path.of("integration-tests/peers/tap-jsonl.txt"));
            return PythonEnvironment.in(CloudDirectories.of(System.getenv()).cache().resolve("peers"), requirements)
                    .interpreter()
                    .toString();
        } catch (IOException missing) {
            throw new IllegalStateException("This runs in a checkout", missing);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static long option(List<String> given, String name, long otherwise) {
        int at = given.indexOf(name);
        return at < 0 ? otherwise : Long.parseLong(given.get(at + 1));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
