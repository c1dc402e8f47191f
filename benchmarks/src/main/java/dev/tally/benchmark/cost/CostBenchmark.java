package dev.tally.benchmark.cost;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts what tracking costs, each combination of size and order in a JVM of its own with 256 MB of heap, which is proof
 * that so much is enough.
 */
public final class CostBenchmark {
    private static final String HEAP = "-Xmx256m";
    private static final int MILLION = 1_000_000;
    /** Small deliveries are repeated until about so many files have come, so that the draw of an order means little. */
    private static final int ENOUGH_FILES = 20_000;
    private static final int MOST_DELIVERIES = 1_000;

    private CostBenchmark() {}

    /**
     * Runs in child processes, which print a line each.
     *
     * @param arguments {@code [--members 1,100] [--orders shuffled,reverse] [--detail]}
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> given = List.of(arguments);
        if (given.contains("--child")) {
            child(given);
            return;
        }
        List<String> members = option(given, "--members", "1,100,10000,1000000");
        List<String> orders = option(given, "--orders",
                String.join(",", Arrays.stream(Order.values()).map(Order::label).toList()));
        for (String size : members) {
            for (String order : orders) {
                fork("--members", size, "--orders", order, given.contains("--detail") ? "--detail" : "--brief");
            }
            if (Integer.parseInt(size) == MILLION) {
                fork("--members", size, "--registration");
            }
        }
    }

    private static List<String> option(List<String> arguments, String name, String usual) {
        int at = arguments.indexOf(name);
        return List.of((at < 0 ? usual : arguments.get(at + 1)).split(","));
    }

    private static void child(List<String> arguments) {
        // The functions' code logs to the standard output, which is for the benchmark's lines.
        PrintStream lines = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        int members = Integer.parseInt(option(arguments, "--members", "1").getFirst());
        if (arguments.contains("--registration")) {
            lines.println(new RegistrationRun(members).measure());
            return;
        }
        Order order = Order.of(option(arguments, "--orders", "shuffled").getFirst());
        int deliveries = Math.clamp(ENOUGH_FILES / members, 1, MOST_DELIVERIES);
        lines.println(CostLine.of(new CostRun(members, order, deliveries).measure(), arguments.contains("--detail")));
    }

    private static void fork(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                        CostBenchmark.class.getName(), "--child"));
        Stream.of(arguments).forEach(command::add);
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("Ended with " + code + ": " + String.join(" ", arguments));
        }
    }
}
