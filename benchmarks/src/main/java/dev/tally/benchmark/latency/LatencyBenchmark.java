package dev.tally.benchmark.latency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tally.benchmark.Cloud;
import dev.tally.benchmark.JsonLine;

/**
 * Measures from the last put to the start of the execution, through Tally and through a chain that does nothing else, by
 * turns on one local cloud, so that whatever else the machine does disturbs both alike. Behind that it measures one
 * request alone, as often as Tally made one more, which tells what of the difference is requests.
 */
public final class LatencyBenchmark {
    private static final int WARM_UP = 30;
    private static final int PAIRS = 30;
    private static final int MEMBERS = 10;
    /** What Tally asks of AWS between the event and the start, and the bare chain does not. */
    private static final int MORE_REQUESTS = 5;

    private LatencyBenchmark() {}

    /** @param arguments {@code [--members 10] [--pairs 30] [--detail]} */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        int pairs = option(given, "--pairs", PAIRS);
        int members = option(given, "--members", MEMBERS);
        try (Cloud cloud = new Cloud()) {
            Chain tally = new TallyChain(cloud, members);
            Chain bare = new BareChain(cloud);
            List<Double> tallyMs = new ArrayList<>();
            List<Double> bareMs = new ArrayList<>();
            for (int round = 0; round < WARM_UP + pairs; round++) {
                boolean tallyFirst = round % 2 == 0;
                double first = measure(tallyFirst ? tally : bare, round);
                double second = measure(tallyFirst ? bare : tally, round);
                if (round >= WARM_UP) {
                    tallyMs.add(tallyFirst ? first : second);
                    bareMs.add(tallyFirst ? second : first);
                }
            }
            JsonLine line = line(pairs, members, tallyMs, bareMs).with("requestMedianMs",
                    quantile(new OneRequest(cloud).measure(WARM_UP * MORE_REQUESTS, pairs * MORE_REQUESTS), 0.5));
            System.out.println(given.contains("--detail")
                    ? line.with("detail", Map.of("tallyMs", tallyMs, "bareMs", bareMs))
                    : line);
        }
    }

    private static double measure(Chain chain, int round) {
        chain.prepare(round);
        var put = chain.putLast(round);
        return Duration.between(put, chain.started(round)).toNanos() / 1e6;
    }

    private static JsonLine line(int pairs, int members, List<Double> tally, List<Double> bare) {
        return new JsonLine("latency").with("pairs", pairs)
                .with("members", members)
                .with("tallyMedianMs", quantile(tally, 0.5))
                .with("tallyP95Ms", quantile(tally, 0.95))
                .with("bareMedianMs", quantile(bare, 0.5))
                .with("bareP95Ms", quantile(bare, 0.95))
                .with("medianRatio", quantile(tally, 0.5) / quantile(bare, 0.5))
                .with("p95Ratio", quantile(tally, 0.95) / quantile(bare, 0.95));
    }

    /** The smallest value that so large a part of all does not exceed. */
    static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    private static int option(List<String> arguments, String name, int usual) {
        int at = arguments.indexOf(name);
        return at < 0 ? usual : Integer.parseInt(arguments.get(at + 1));
    }
}
