package dev.tally.singer.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

import dev.tally.TallyException;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.RecordedLake;
import dev.tally.singer.replay.ParallelReplay.By;
import dev.tally.singer.replay.ParallelReplay.Division;
import dev.tally.singer.replay.SimulatedLoaders.Behaviour;

import static dev.tally.singer.replay.Streams.record;
import static dev.tally.singer.replay.Streams.schema;
import static dev.tally.singer.replay.Streams.state;
import static dev.tally.singer.replay.Streams.stateValue;
import static dev.tally.singer.replay.Streams.text;
import static dev.tally.singer.replay.Streams.version;
import static org.assertj.core.api.Assertions.assertThat;

/** What holds for any messages, cut anywhere. */
final class ReplayPropertiesTest {
    private static final List<String> NAMES = List.of("a", "b", "ü \\\"c\\\"");

    /** One step of a tap, before it is known which message it becomes. */
    enum Step {
        RECORD, OLD_RECORD, SCHEMA, CHANGED_SCHEMA, VERSION, STATE, OTHER
    }

    /** A step and the stream it is of. */
    record StepOf(Step step, int stream) {}

    /** R22: any messages × any cuts → the replay is what the tap wrote; also if the last log still grows. */
    @Property(tries = 400)
    void r22ReplayIsWhatTheTapWrote(@ForAll("steps") List<StepOf> steps, @ForAll("cuts") Set<Integer> cuts,
            @ForAll boolean gzip, @ForAll boolean growing) throws IOException {
        var recorded = new RecordedLake();
        List<String> messages = messages(steps, true);
        int last = growing ? messages.size() - messages.size() / 3 : messages.size();
        var run = recorded.run();
        int from = 0;
        for (int cut : cuts.stream().sorted().filter(number -> number < last).toList()) {
            run.log(messages.subList(from, cut), gzip);
            from = cut;
        }
        run.log(messages.subList(from, last), gzip);
        if (growing) {
            run.growing(messages.subList(last, messages.size()), "{\"type\":\"RECORD\"");
        }
        assertThat(replay(recorded, LogRange.ALL)).isEqualTo(text(messages));
    }

    /** R22 and R16: wherever a range begins, no record comes before its schema. */
    @Property(tries = 200)
    void r22AnyRangeCanBeReadByAStrictTarget(@ForAll("steps") List<StepOf> steps, @ForAll("cuts") Set<Integer> cuts,
            @ForAll @IntRange(max = 20) int first) throws IOException {
        var recorded = new RecordedLake();
        List<LogName> logs = recorded.record(messages(steps, true), cuts, true);
        var from = logs.get(first % logs.size()).ulid();
        var known = new HashSet<String>();
        for (String line : replay(recorded, new LogRange(Set.of(), Optional.of(from), Optional.empty())).lines()
                .toList()) {
            String stream = line.replaceAll(".*\"stream\": ?\"((\\\\.|[^\"])*)\".*", "$1");
            if (line.contains("\"SCHEMA\"")) {
                known.add(stream);
            } else if (line.contains("\"RECORD\"") || line.contains("\"ACTIVATE_VERSION\"")) {
                assertThat(known).contains(stream);
            }
        }
    }

    /**
     * R23 to R25: whatever loaders do wrong, each STATE that is told has all messages before it loaded; and once they do it right, the
     * warehouse holds what it would hold had the tap written to it directly, and the last STATE is told.
     */
    @Property(tries = 200)
    void r23NoFaultFalsifiesAStateAndResumeEndsWithAllLoaded(@ForAll("steps") List<StepOf> steps,
            @ForAll("cuts") Set<Integer> cuts, @ForAll("faults") List<Behaviour> faults, @ForAll By by,
            @ForAll @IntRange(min = 1, max = 4) int loaderCount, @ForAll @IntRange(min = 1, max = 2000) int roundBytes)
            throws IOException, InterruptedException {
        var recorded = new RecordedLake();
        // Only what is appended can be loaded in any order.
        List<String> messages = messages(steps, by == By.STREAM);
        recorded.record(messages, cuts, true);
        var loaders = new SimulatedLoaders(start -> start < faults.size() ? faults.get(start) : SimulatedLoaders.GOOD);
        var told = new ArrayList<String>();
        Path ledger = Files.createTempFile("ledger", ".jsonl");
        @Nullable
        TallyException failure;
        int attempts = 0;
        do {
            attempts++;
            assertThat(attempts).as("every attempt that fails uses up a fault").isLessThanOrEqualTo(faults.size() + 1);
            failure = replay(recorded, new Division(by, loaderCount, roundBytes), loaders, ledger, state -> {
                assertThat(loaders.loadedLines()).containsAll(rowsBefore(messages, state));
                told.add(state);
            });
        } while (failure != null);
        Files.delete(ledger);
        var direct = new SimulatedLoaders();
        load(direct, messages);
        assertThat(loaders.warehouse()).isEqualTo(direct.warehouse());
        lastState(messages).ifPresent(state -> assertThat(told.getLast()).isEqualTo(state));
    }

    @Provide
    Arbitrary<List<StepOf>> steps() {
        return Combinators.combine(Arbitraries.frequency(Tuple.of(8, Step.RECORD),
                Tuple.of(2, Step.OLD_RECORD), Tuple.of(1, Step.SCHEMA),
                Tuple.of(1, Step.CHANGED_SCHEMA), Tuple.of(1, Step.VERSION),
                Tuple.of(3, Step.STATE), Tuple.of(1, Step.OTHER)),
                Arbitraries.integers().between(0, NAMES.size() - 1)).as(StepOf::new).list().ofMinSize(1).ofMaxSize(60);
    }

    @Provide
    Arbitrary<Set<Integer>> cuts() {
        return Arbitraries.integers().between(1, 65).set().ofMaxSize(12);
    }

    @Provide
    Arbitrary<List<Behaviour>> faults() {
        return Arbitraries.<Behaviour>oneOf(Arbitraries.just(SimulatedLoaders.GOOD),
                Arbitraries.integers().between(0, 400).map(bytes -> new Behaviour.DiesAfter(bytes, bytes % 2)),
                Arbitraries.just(new Behaviour.FailsAtTheEnd(1)), Arbitraries.just(new Behaviour.TellsNothing()),
                Arbitraries.just(new Behaviour.TellsAnother())).list().ofMaxSize(8);
    }

    /** As a tap would write them: a schema comes before what needs it. */
    private static List<String> messages(List<StepOf> steps, boolean updates) {
        var messages = new ArrayList<String>();
        var known = new HashSet<String>();
        for (StepOf step : steps) {
            int number = messages.size();
            String stream = NAMES.get(step.stream);
            if (step.step != Step.STATE && step.step != Step.OTHER && known.add(stream)) {
                messages.add(schema(stream));
            }
            messages.add(switch (step.step) {
                case RECORD -> record(stream, number);
                case OLD_RECORD -> record(stream, updates ? number % 5 : number);
                case SCHEMA -> schema(stream);
                case CHANGED_SCHEMA -> schema(stream, "column" + number);
                case VERSION -> version(stream, number);
                case STATE -> state(number);
                case OTHER -> "{\"type\":\"LOG\",\"text\":\"" + number + "\"}";
            });
        }
        return messages;
    }

    private static List<String> rowsBefore(List<String> messages, String state) {
        int end = messages.indexOf("{\"type\":\"STATE\",\"value\":" + state + "}");
        assertThat(end).as("a STATE of the tap, byte by byte: " + state).isNotNegative();
        return messages.subList(0, end)
                .stream()
                .filter(line -> line.contains("\"RECORD\"") || line.contains("ACTIVATE_VERSION"))
                .toList();
    }

    private static Optional<String> lastState(List<String> messages) {
        for (int number = messages.size() - 1; number >= 0; number--) {
            if (messages.get(number).equals(state(number))) {
                return Optional.of(stateValue(number));
            }
        }
        return Optional.empty();
    }

    private static String replay(RecordedLake recorded, LogRange range) throws IOException {
        var out = new ByteArrayOutputStream();
        new OrderedReplay(recorded.lake(), range, Selection.ALL, Optional.empty(), Progress.NONE)
                .to(out, OutputStream.nullOutputStream());
        return out.toString(StandardCharsets.UTF_8);
    }

    private static @Nullable TallyException replay(RecordedLake recorded, Division division, Loaders loaders, Path path,
            Consumer<String> states) throws IOException, InterruptedException {
        try (Ledger ledger = Ledger.open(path, "memory", List.of(), true)) {
            new ParallelReplay(recorded.lake(), LogRange.ALL, Selection.ALL, Optional.empty(), division, ledger,
                    Progress.NONE).run(loaders, "replay", states, OutputStream.nullOutputStream());
            return null;
        } catch (LoaderFailedException failed) {
            return failed;
        }
    }

    private static void load(Loaders loaders, List<String> messages) throws IOException, InterruptedException {
        var loader = loaders.start();
        loader.input().write(text(messages).getBytes(StandardCharsets.UTF_8));
        loader.await();
    }
}
