package dev.tally.singer.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.tally.singer.inspect.OrphanSearch.NotListed;
import dev.tally.singer.inspect.OrphanSearch.Orphan;
import dev.tally.singer.inspect.UnendedRuns.Unended;
import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts.StreamCounts;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.Fault;
import dev.tally.singer.read.RecordedLake;
import dev.tally.singer.read.Scrutiny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** R26 and R27: what a lake tells of itself, and what of it may go. */
final class InspectTest {
    private static final String SCHEMA = "{\"type\":\"SCHEMA\",\"stream\":\"a\",\"schema\":{},\"key_properties\":[]}";
    private static final String OTHER_SCHEMA = SCHEMA.replace("{}", "{\"properties\":{}}");
    private static final String RECORD = "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{}}";

    private final RecordedLake recorded = new RecordedLake();

    @Test
    void r26VerifyFindsEveryFaultAndGoesOnAfterEach() throws IOException {
        var run = recorded.run();
        run.log(List.of(SCHEMA, RECORD, "no message"), false);
        LogName lost = run.log(List.of(RECORD), true);
        LogName changed = run.log(List.of(RECORD, state("1")), false);
        run.log(List.of(batch("s3://b/none.gz")), true);
        recorded.lake().delete(lost.path());
        recorded.lake().put(changed.path(), (RECORD + "\n").getBytes(StandardCharsets.UTF_8));
        var result = verify(Optional.of(recorded.dataFiles()), Scrutiny.WHOLE);
        assertThat(result.faults()).extracting(Fault::kind)
                .containsExactly(Fault.Kind.INVALID_MESSAGE, Fault.Kind.CHECKSUM, Fault.Kind.GAP,
                        Fault.Kind.DATA_MISSING);
        assertThat(result.logs()).isEqualTo(3);
    }

    /** The recorder looks no further than it must; NaN is what Python writes. */
    @Test
    void r26VerifyReadsLinesToTheirEnds() throws IOException {
        recorded.run()
                .log(List.of(SCHEMA, RECORD.replace("{}", "{\"x\": NaN}"), RECORD.replace("{}}", "{\"x\": 1,}}")),
                        false);
        var result = verify(Optional.empty(), Scrutiny.WHOLE);
        assertThat(result.faults()).singleElement()
                .satisfies(fault -> assertThat(fault.message()).hasValue(3))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.INVALID_MESSAGE));
    }

    @Test
    void r26VerifyTellsOfTheFirstLinesThatAreNoMessagesAndCountsTheOthers() throws IOException {
        var lines = new ArrayList<>(List.of(SCHEMA, "broken", RECORD, "broken"));
        var run = recorded.run();
        run.log(lines, false);
        LogName many = run.log(Stream.concat(Stream.of(RECORD), Stream.generate(() -> "broken").limit(102)).toList(),
                true);
        var faults = verify(Optional.empty(), Scrutiny.WHOLE).faults();
        assertThat(faults).extracting(Fault::kind).containsOnly(Fault.Kind.INVALID_MESSAGE).hasSize(103);
        assertThat(faults.subList(0, 3)).extracting(fault -> fault.message().getAsLong()).containsExactly(2L, 4L, 6L);
        assertThat(faults.getLast()).hasToString(many.path() + ": so it is with 2 lines more of the log");
    }

    /** Bytes are kept as they came; what others would choke on is told to whoever asks. */
    @Test
    void r03StrictVerificationTellsWhatStrictReadersRefuse() throws IOException {
        List<String> loose = List.of("{\"x\": NaN}", "{\"x\": [-Infinity]}", "{\"x\": {\"y\": 1, \"y\": 1}}",
                "{\"x\": \"\\uD800 \"}");
        List<String> fine = List.of("{\"x\": 1e400, \"y\": {\"x\": -0}}", "{\"x\": [{\"y\": 1}, {\"y\": 1}]}",
                "{\"x\": \"\\ud83d\\ude00 NaN\"}");
        var run = recorded.run();
        run.log(List.of(SCHEMA), false);
        run.log(Stream.concat(loose.stream(), fine.stream()).map(record -> RECORD.replace("{}", record)).toList(),
                false);
        LogName latin = run.log(List.of(RECORD.replace("{}", "{\"x\":\"?\"}")), false);
        byte[] bytes = recorded.content(latin);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf('?')] = (byte) 0xe9;
        recorded.lake().put(latin.path(), bytes);
        recorded.lake().delete(latin.facts());
        assertThat(verify(Optional.empty(), Scrutiny.STRICT).faults())
                .filteredOn(fault -> fault.kind() == Fault.Kind.LOOSE_JSON)
                .extracting(fault -> fault.message().getAsLong(), Fault::detail)
                .containsExactly(tuple(2L, "NaN is no number of JSON"), tuple(3L, "-Infinity is no number of JSON"),
                        tuple(4L, "the name \"y\" stands twice in an object"),
                        tuple(5L, "a text has half of a surrogate pair"),
                        tuple(2L, "the line has bytes that are no UTF-8"));
        assertThat(verify(Optional.empty(), Scrutiny.WHOLE).faults())
                .noneMatch(fault -> fault.kind() == Fault.Kind.LOOSE_JSON);
    }

    /** A run whose last log is lost looks like one whose recorder was killed; either may just not be through. */
    @Test
    void r26VerifyFindsRunsThatNoLogSaysToHaveEnded() throws IOException {
        var ended = recorded.run("tap-ended");
        ended.log(List.of(SCHEMA, RECORD), true);
        var killed = recorded.run("tap-killed");
        killed.log(List.of(SCHEMA), false);
        ended.end(List.of(RECORD));
        LogName last = killed.log(List.of(RECORD, RECORD), true);
        var lost = recorded.run("tap-lost");
        LogName before = lost.log(List.of(SCHEMA, RECORD), true);
        LogName gone = lost.end(List.of(RECORD));
        LogName growing = recorded.run("tap-growing").growing(List.of(SCHEMA, RECORD, RECORD, RECORD), "{\"ty");
        recorded.lake().delete(gone.path());
        recorded.lake().delete(gone.facts());
        var unended = new UnendedRuns(growing.ulid().time());
        new Verification(recorded.lake(), LogRange.ALL, Optional.empty(), Scrutiny.WHOLE).run(unended::take);
        assertThat(unended.found()).extracting(Unended::tap, Unended::log, Unended::lastMessage, Unended::underWay)
                .containsExactly(tuple("tap-killed", last.path(), 3L, false),
                        tuple("tap-lost", before.path(), 2L, false),
                        tuple("tap-growing", growing.path(), 4L, true));
    }

    @Test
    void r28VerifyFindsDataFilesThatNoLogNames() throws IOException {
        String own = recorded.lake().uri() + "/batch/";
        List.of("s3://b/data/1.gz", "s3://b/data/lost.gz", "s3://b/data/deep/theirs.gz", "s3://b/data/_SUCCESS",
                "s3://b/data/.hidden", "s3://b/data/", "s3://b/data/x.facts.json", "s3://b/data/x.partial",
                "s3://b/data/x.manifest.json", "s3://b/data/01KBA6Z4QX3N5V6W7Y8Z9A0B1C.singer.jsonl.gz",
                own + "01X/1-lost.gz", own + "01X/2-named.gz", "s3://b/given/deep/lost.gz", "s3://b/given/named.gz",
                "s3://b/unknown/1.gz").forEach(uri -> recorded.data(uri, 1));
        recorded.run()
                .end(List.of(SCHEMA, batch("s3://b/data/1.gz"), batch(own + "01X/2-named.gz"),
                        batch("s3://b/given/named.gz")));
        recorded.data("s3://b/data/young.gz", 1);
        LogName last = recorded.run().end(List.of(SCHEMA));
        var orphans = orphans(List.of("s3://b/given", "nowhere"), last.ulid().time()).orElseThrow();
        assertThat(orphans.orphans()).extracting(Orphan::uri, Orphan::underWay)
                .containsExactlyInAnyOrder(tuple(own + "01X/1-lost.gz", false), tuple("s3://b/data/lost.gz", false),
                        tuple("s3://b/data/young.gz", false), tuple("s3://b/given/deep/lost.gz", false));
        assertThat(orphans.folders()).containsExactly("s3://b/given/", own, "s3://b/data/");
        assertThat(orphans.notListed()).extracting(NotListed::folder).containsExactly("nowhere/");
    }

    /** What was written but now may be named by the next log; what is older is not, though no log came behind it. */
    @Test
    void r28ADataFileOfARunUnderWayIsToldAsThat() throws IOException {
        recorded.data("s3://b/1.gz", 1);
        recorded.data("s3://b/old.gz", 1);
        LogName first = recorded.run().end(List.of(SCHEMA, batch("s3://b/1.gz")));
        recorded.data("s3://b/recent.gz", 1);
        LogName last = recorded.run().end(List.of(SCHEMA));
        recorded.data("s3://b/young.gz", 1);
        recorded.run().growing(List.of(SCHEMA), "");
        assertThat(orphans(List.of(), first.ulid().time()).orElseThrow().orphans())
                .extracting(Orphan::uri, Orphan::underWay)
                .containsExactly(tuple("s3://b/old.gz", false), tuple("s3://b/recent.gz", true),
                        tuple("s3://b/young.gz", true));
        recorded.lake().delete(entries().getLast().name().path());
        recorded.data("s3://b/youngest.gz", 1);
        assertThat(orphans(List.of(), Instant.MAX).orElseThrow().orphans()).extracting(Orphan::uri, Orphan::underWay)
                .containsExactly(tuple("s3://b/old.gz", false), tuple("s3://b/recent.gz", false),
                        tuple("s3://b/young.gz", false), tuple("s3://b/youngest.gz", false));
        recorded.lake().put(last.path(), new byte[0]);
        assertThat(orphans(List.of(), Instant.MAX)).as("what the changed log names is not known").isEmpty();
    }

    private Optional<OrphanSearch.Found> orphans(List<String> given, Instant recent) throws IOException {
        var search = new OrphanSearch(recorded.lake(), recorded.dataFiles(), given, recent);
        new Verification(recorded.lake(), LogRange.ALL, Optional.empty(), Scrutiny.WHOLE).run(search::take);
        return search.find();
    }

    /** A lake for several machines that names files of one. */
    @Test
    void r27VerifyWarnsOfDataFilesThatOnlyOneMachineHas() throws IOException {
        recorded.data("file:///tmp/1.json.gz", 9);
        recorded.run().log(List.of(SCHEMA, batch("file:///tmp/1.json.gz")), true);
        var result = verify(Optional.of(recorded.dataFiles()), Scrutiny.WHOLE);
        assertThat(result.faults()).isEmpty();
        assertThat(result.localData()).containsExactly("file:///tmp/1.json.gz");
    }

    @Test
    void theSummaryCountsByStreamAndTypeAndChangesOfSchemas() throws IOException {
        recorded.record(List.of(SCHEMA, RECORD, state("1"), RECORD, OTHER_SCHEMA, RECORD, SCHEMA, state("2")),
                Set.of(3, 5),
                true);
        recorded.record(List.of(SCHEMA, RECORD), Set.of(), false);
        var summary = Summary.of(recorded.lake(), LogRange.ALL, log -> {});
        assertThat(summary.logs()).isEqualTo(4);
        assertThat(summary.runs()).isEqualTo(2);
        assertThat(summary.messages()).isEqualTo(10);
        assertThat(summary.states()).isEqualTo(2);
        var stream = summary.streams().getFirst();
        assertThat(stream.counts()).isEqualTo(new StreamCounts(4, 4, 0, 0));
        assertThat(stream.schemaChanges()).isEqualTo(2);
        assertThat(stream.first()).isBefore(stream.last());
    }

    @Test
    void theLastStateIsWrittenAsTheTapDidAndComesBeforeAnyGapOfItsRun() throws IOException {
        var run = recorded.run();
        run.log(List.of(SCHEMA, RECORD, state("{\"x\" : 1.10}")), true);
        LogName lost = run.log(List.of(RECORD), true);
        run.log(List.of(RECORD, state("2")), true);
        assertThat(LastState.of(recorded.lake(), entries()).orElseThrow().value()).isEqualTo("2");
        recorded.lake().delete(lost.path());
        assertThat(LastState.of(recorded.lake(), entries()).orElseThrow().value()).isEqualTo("{\"x\" : 1.10}");
    }

    @Test
    void r27OldRunsMayGoButNotTheLastWithAStateNorWhatFollowsIt() throws IOException {
        List<LogName> first = recorded.record(List.of(SCHEMA, RECORD, state("1"), RECORD), Set.of(3), true);
        List<LogName> second = recorded.record(List.of(SCHEMA, state("2")), Set.of(), true);
        List<LogName> third = recorded.record(List.of(SCHEMA, RECORD), Set.of(), true);
        var plan = new Retention(recorded.lake()).plan(LogRange.ALL, Instant.MAX);
        assertThat(plan.logs()).extracting(log -> log.entry().name()).isEqualTo(first);
        assertThat(plan.kept()).isEqualTo(2);
        assertThat(new Retention(recorded.lake()).plan(LogRange.ALL, first.getLast().ulid().time()).logs())
                .as("a run goes whole or not at all")
                .isEmpty();
        new Retention(recorded.lake()).carryOut(plan);
        assertThat(recorded.lake().paths()).containsExactlyInAnyOrder(second.getFirst().path(),
                second.getFirst().facts(),
                third.getFirst().path(), third.getFirst().facts());
    }

    @Test
    void r27NoDataFileGoesThatAKeptLogNamesOrTheLakeOnlyRefersTo() throws IOException {
        var old = recorded.run();
        old.log(List.of(SCHEMA, state("0")), false);
        String copies = recorded.lake().uri() + "/batch/";
        LogName first = old.log(List.of(SCHEMA, batch("s3://theirs/1.gz")), false);
        String own = copies + first.ulid() + "/1-x.gz";
        recorded.lake().put(own.substring(recorded.lake().uri().length() + 1), new byte[]{1});
        rewritten(first, own);
        recorded.record(List.of(SCHEMA, batch("s3://theirs/kept.gz"), state("2")), Set.of(), true);
        var plan = new Retention(recorded.lake()).plan(LogRange.ALL, Instant.MAX);
        assertThat(plan.copies()).containsExactly("batch/" + first.ulid() + "/1-x.gz");
        assertThat(plan.unnamed()).isEmpty();
        recorded.record(List.of(SCHEMA, batch(own), state("3")), Set.of(), true);
        var keeping = new Retention(recorded.lake()).plan(LogRange.ALL, Instant.MAX);
        assertThat(keeping.copies()).as("a kept log names it").isEmpty();
        assertThat(keeping.unnamed()).containsExactly("s3://theirs/kept.gz");
    }

    private Verification.Result verify(Optional<DataFiles> dataFiles, Scrutiny scrutiny) throws IOException {
        return new Verification(recorded.lake(), LogRange.ALL, dataFiles, scrutiny).run(log -> {});
    }

    /** A replay that was recorded again, as another tap's, names the copies of the first recording. */
    @Test
    void r27NoDataFileGoesThatALogOutsideOfTheRangeNames() throws IOException {
        LogName first = recorded.run().end(List.of(SCHEMA, batch("s3://theirs/1.gz"), state("1")));
        String own = recorded.lake().uri() + "/batch/" + first.ulid() + "/1-x.gz";
        rewritten(first, own);
        recorded.run().end(List.of(SCHEMA, state("2")));
        var range = new LogRange(Set.of(RecordedLake.TAP), Optional.empty(), Optional.empty());
        assertThat(new Retention(recorded.lake()).plan(range, Instant.MAX).copies()).hasSize(1);
        recorded.run("other").end(List.of(SCHEMA, batch(own)));
        var plan = new Retention(recorded.lake()).plan(range, Instant.MAX);
        assertThat(plan.logs()).hasSize(1);
        assertThat(plan.copies()).isEmpty();
    }

    /** As if the recorder had copied the data file. */
    private void rewritten(LogName log, String uri) throws IOException {
        try (var facts = recorded.lake().open(log.facts())) {
            String text = new String(facts.readAllBytes(), StandardCharsets.UTF_8);
            recorded.lake().put(log.facts(), text.replace("s3://theirs/1.gz", uri).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String batch(String uri) {
        return "{\"type\":\"BATCH\",\"stream\":\"a\",\"manifest\":[\"" + uri + "\"]}";
    }

    private static String state(String value) {
        return "{\"type\":\"STATE\",\"value\":" + value + "}";
    }

    private List<LogEntry> entries() {
        var entries = new ArrayList<LogEntry>();
        recorded.lake().list(LogRange.ALL, entries::add);
        return entries;
    }
}
