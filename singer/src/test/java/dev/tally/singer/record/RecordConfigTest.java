package dev.tally.singer.record;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

import dev.tally.singer.lake.Lakes;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.record.RecordConfig.Value;
import dev.tally.singer.record.RecordSettings.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class RecordConfigTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final String BATCHES = "\"batch_config\":{\"encoding\":{\"format\":\"jsonl\",\"compression\":\"gzip\"},"
            + "\"storage\":{\"root\":\"s3://b/x\",\"prefix\":\"pre-\",\"params\":{}},\"batch_size\":7}";

    @Test
    void r04WhereBatchesAreWrittenTheLogGoesToo() {
        var config = file("{" + BATCHES + ",\"api_key\":\"secret\"}").config();
        assertThat(config.uri()).contains("s3://b/x");
        assertThat(template(config)).hasToString("pre-{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
    }

    @Test
    void r05AnotherPlaceCanBeSet() {
        var config = file("{" + BATCHES + ",\"lake\":{\"uri\":\"file:///x\"}}").config();
        assertThat(config.uri()).contains("file:///x");
        assertThat(template(config)).hasToString("{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
        var flags = new RecordConfig(Map.of("uri", new Value("/y", "--lake"), "prefix", new Value("p/", "--prefix")));
        assertThat(flags.or(config).uri()).contains("/y");
        assertThat(template(flags.or(config))).hasToString("p/{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
    }

    @Test
    void r06WithoutBatchesItIsOffUnlessAPlaceIsSet() {
        assertThat(file("{\"x\":1}").config().uri()).isEmpty();
        assertThat(file("{" + BATCHES + ",\"lake\":false}").off()).isTrue();
    }

    @Test
    void r07AFolderIsRecordedToContinuallyOthersInBatches() {
        var none = new RecordConfig(Map.of("uri", new Value("x", "--lake")));
        assertThat(none.settings("t", _ -> true, START).mode()).isEqualTo(Mode.CONTINUAL);
        assertThat(none.settings("t", _ -> true, START).gzipLevel()).isEmpty();
        assertThat(none.settings("t", _ -> false, START).mode()).isEqualTo(Mode.BATCHED);
        assertThat(none.settings("t", _ -> false, START).gzipLevel()).isEqualTo(OptionalInt.of(1));
        assertThat(none.settings("t", _ -> false, START).minInterval()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void allSettingsCanBeSet() {
        var settings = file(
                """
                        {"lake": {"uri": "/x", "template": "{ulid}-{runner}.singer.jsonl{ext}", "prefix": "a/", "tap": "tap-y", "runner": "r",
                         "mode": "batched", "compression": "none", "min_interval": 90, "first_flush": "interval", "max_file_bytes": 1000,
                         "gate_state": "durable", "batch_data": "copy", "strict": true, "on_error": "abort",
                         "deadline": "PT14M", "deadline_margin": 60}}""")
                .config()
                .settings("t", _ -> true, START);
        assertThat(settings.toString()).contains("tap=tap-y", "runner=r", "template=a/{ulid}-{runner}", "mode=BATCHED",
                "gzipLevel=OptionalInt.empty", "minInterval=PT1M30S", "firstFlush=INTERVAL", "maxFileBytes=1000",
                "gateState=true",
                "batchData=COPY", "strict=true", "onError=ABORT", "hurryFrom=Optional[2026-11-30T12:13:00Z]");
        assertThat(
                file("{\"lake\":{\"gzip_level\":9,\"min_interval\":\"2h\"}}").config()
                        .settings("t", _ -> true, START)
                        .gzipLevel())
                .isEqualTo(OptionalInt.of(9));
    }

    @Test
    void allFaultsAreToldAtOnce() {
        var config = file(
                """
                        {"batch_config": {"storage": {"root": 7}},
                         "lake": {"mode": "now", "min_interval": "soon", "min_intervall": 1, "gzip_level": 0, "strict": "x", "gate_state": "x",
                          "max_file_bytes": "x", "compression": "zip", "tap": "", "runner": null, "batch_data": ["copy"], "on_error": {},
                          "template": "log.singer.jsonl", "first_flush": 3, "deadline": "soon", "deadline_margin": "-PT1S"}}""")
                .config();
        var flags = new RecordConfig(Map.of("prefix", new Value("p", "--prefix"), "color", new Value("x", "--color")));
        assertThatThrownBy(() -> flags.or(config).settings("t", _ -> true, START)).isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("18 settings cannot be used:")
                .hasMessageContainingAll("x.json: lake.mode: is one of continual, batched, not \"now\"",
                        "x.json: lake.min_interval: is no duration",
                        "x.json: lake.min_intervall is unknown; did you mean \"min_interval\"?",
                        "--color is unknown; known are",
                        "x.json: lake.gzip_level: has to be from 1 to 9", "x.json: lake.strict: is true or false",
                        "x.json: lake.gate_state: is durable or none",
                        "x.json: lake.max_file_bytes: is no whole number", "x.json: lake.compression: is gzip or none",
                        "x.json: lake.tap: is empty", "x.json: lake.runner: is a single value, not null",
                        "x.json: lake.batch_data: is a single value, not a list",
                        "x.json: lake.on_error: is a single value, not an object", "x.json: lake.template: ",
                        "x.json: lake.deadline: is no time and no duration from the start",
                        "x.json: lake.deadline_margin: is no duration",
                        "x.json: lake.first_flush: is one of state, interval",
                        "x.json: batch_config.storage.root: is a text, not 7");
    }

    @Test
    void wrongSettingsAreToldEvenIfTheySayNotWhereToRecord() {
        assertRefused("{\"lake\":{\"urii\":\"/x\"}}", "x.json: lake.urii is unknown; did you mean \"uri\"?");
    }

    @Test
    void aFolderAloneIsRecordedToContinually() {
        var continual = new RecordConfig(
                Map.of("mode", new Value("continual", "--mode"), "uri", new Value("s3://b", "--lake")));
        assertThatThrownBy(() -> continual.settings("t", _ -> false, START)).hasMessageContaining("--mode")
                .hasMessageContaining("folder only");
    }

    @Test
    void r11ADeadlineIsATimeOrADurationFromTheStart() {
        assertThat(hurryFrom("2026-11-30T13:10:00+01:00")).isEqualTo("2026-11-30T12:09:30Z");
        assertThat(hurryFrom("2026-11-30T11:00:00Z")).isEqualTo("2026-11-30T10:59:30Z");
        assertThat(hurryFrom("PT14M")).isEqualTo("2026-11-30T12:13:30Z");
        assertThat(hurryFrom("PT899.5S")).isEqualTo("2026-11-30T12:14:29.500Z");
        assertThat(hurryFrom("14m")).isEqualTo("2026-11-30T12:13:30Z");
        assertThat(new RecordConfig(Map.of()).settings("t", _ -> false, START).hurryFrom()).isEmpty();
        for (String wrong : List.of("", "1764504000", "2026-11-30", "2026-11-30T12:00:00", "-PT1S",
                "PT9223372036854775807S")) {
            assertThatThrownBy(() -> hurryFrom(wrong)).as(wrong)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("--deadline: is no time and no duration from the start");
        }
        assertThatThrownBy(() -> hurryFrom("9999-01-01T00:00:00Z")).hasMessageContaining("more than a year away");
    }

    @Test
    void r11ALogThatGrowsNeedsNoDeadline() {
        var deadline = new RecordConfig(Map.of("deadline", new Value("PT1M", "TALLY_DEADLINE")));
        var folder = deadline.or(new RecordConfig(Map.of("uri", new Value("/x", "--lake"))));
        assertThatThrownBy(() -> folder.settings("t", _ -> true, START)).isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("TALLY_DEADLINE", "set the mode to batched");
        assertThat(deadline.settings("t", _ -> true, START).hurryFrom()).as("nothing is recorded").isPresent();
    }

    private static Instant hurryFrom(String deadline) {
        return new RecordConfig(
                Map.of("deadline", new Value(deadline, "--deadline"), "uri", new Value("s3://b", "--lake")))
                .settings("t", _ -> false, START)
                .hurryFrom()
                .orElseThrow();
    }

    @Test
    void aLakeThatCannotBeIsAFaultAmongOthers() {
        var config = new RecordConfig(Map.of("uri", new Value("gs://b", "--lake"), "mode", new Value("x", "--mode")));
        assertThatThrownBy(() -> config.settings("t", uri -> new Lakes(Map.of()).isFolder(uri, Path.of("/")), START))
                .hasMessageContainingAll("2 settings", "--lake: There are no lakes at gs://b", "--mode: is one of");
    }

    @Test
    void aFileThatIsNoJsonIsToldWithThePlaceAndWhatTheOptionsHaveWrongToo() {
        var flags = new RecordConfig(Map.of("mode", new Value("x", "--mode")));
        assertThatThrownBy(() -> flags.or(file("{\n \"lake\": {a}}").config()).settings("t", _ -> true, START))
                .hasMessageContainingAll("2 settings", "x.json: line 2, column 11: not JSON: Unexpected character ('a'",
                        "--mode")
                .hasMessageNotContaining("Source");
        assertRefused("{", "x.json: line 1, column 2: the text ends too early");
        assertRefused("", "x.json is empty");
        assertRefused("[]", "x.json is no JSON object");
        assertRefused("{\"lake\":true}", "x.json: lake is an object of settings, or false, not true");
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> file(json).config().settings("t", _ -> true, START))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static LogTemplate template(RecordConfig config) {
        return config.settings("t", _ -> true, START).template();
    }

    private static ConfigFile file(String json) {
        return ConfigFile.read(json.getBytes(StandardCharsets.UTF_8), "x.json");
    }
}
