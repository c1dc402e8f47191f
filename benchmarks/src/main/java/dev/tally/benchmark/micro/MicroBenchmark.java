package dev.tally.benchmark.micro;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import dev.tally.benchmark.JsonLine;

/** Runs the benchmarks of this package, short: for comparing before and after, not for the third digit. */
public final class MicroBenchmark {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final TimeValue SECOND = TimeValue.seconds(1);

    private MicroBenchmark() {}

    public static void main(String[] arguments) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                .include(MicroBenchmark.class.getPackageName().replace(".", "\\.") + "\\..*")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .forks(1)
                .jvmArgsAppend("-Xmx512m", "-XX:+UseSerialGC")
                .warmupIterations(4)
                .warmupTime(SECOND)
                .measurementIterations(5)
                .measurementTime(SECOND)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build()).run();
        results.stream().map(MicroBenchmark::line).forEach(System.out::println);
    }

    private static JsonLine line(RunResult result) {
        String name = result.getPrimaryResult().getLabel();
        double micros = result.getPrimaryResult().getScore();
        JsonLine line = new JsonLine("micro").with("name", name)
                .with("microseconds", micros)
                .with("error", result.getPrimaryResult().getScoreError())
                .with("bytesAllocated",
                        Optional.ofNullable(result.getSecondaryResults().get(ALLOCATED)).orElseThrow().getScore());
        return name.equals("manifest")
                ? line.with("megabytesPerSecond",
                        (double) ManifestBenchmark.text().length / ManifestBenchmark.MEMBERS / micros)
                : line;
    }
}
