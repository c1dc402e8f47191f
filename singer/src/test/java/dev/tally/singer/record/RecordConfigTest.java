package dev.tally.singer.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

import dev.tally.singer.record.RecordConfig.Value;
import dev.tally.singer.record.RecordSettings.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class RecordConfigTest {
    private static final String BATCHES = "\"batch_config\":{\"encoding\":{\"format\":\"jsonl\",\"compression\":\"gzip\"},"
            + "\"storage\":{\"root\":\"s3://b/x\",\"prefix\":\"pre-\",\"params\":{}},\"batch_size\":7}";

    @Test
    void r04WhereBatchesAreWrittenTheLogGoesToo() {
        var config = file("{" + BATCHES + ",\"api_key\":\"secret\"}").config();
        assertThat(config.uri()).contains("s3://b/x");
        assertThat(config.template()).hasToString("pre-{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
    }

    @Test
    void r05AnotherPlaceCanBeSet() {
        var config = file("{" + BATCHES + ",\"lake\":{\"uri\":\"file:///x\"}}").config();
        assertThat(config.uri()).contains("file:///x");
        assertThat(config.template()).hasToString("{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
        var flags = new RecordConfig(Map.of("uri", new Value("/y", "--lake"), "prefix", new Value("p/", "--prefix")));
        assertThat(flags.or(config).uri()).contains("/y");
        assertThat(flags.or(config).template()).hasToString("p/{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");
    }

    @Test
    void r06WithoutBatchesItIsOffUnlessAPlaceIsSet() {
        assertThat(file("{\"x\":1}").config().uri()).isEmpty();
        assertThat(file("{" + BATCHES + ",\"lake\":false}").off()).isTrue();
    }

    @Test
    void r07AFolderIsRecordedToContinuallyOthersInBatches() {
        var none = new RecordConfig(Map.of());
        assertThat(none.settings("t", true).mode()).isEqualTo(Mode.CONTINUAL);
        assertThat(none.settings("t", true).gzipLevel()).isEmpty();
        assertThat(none.settings("t", false).mode()).isEqualTo(Mode.BATCHED);
        assertThat(none.settings("t", false).gzipLevel()).isEqualTo(OptionalInt.of(1));
        assertThat(none.settings("t", false).minInterval()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void allSettingsCanBeSet() {
        var settings = file(
                """
                        {"lake": {"uri": "/x", "template": "{ulid}-{runner}.singer.jsonl{ext}", "prefix": "a/", "tap": "tap-y", "runner": "r",
                         "mode": "batched", "compression": "none", "min_interval": 90, "first_flush": "interval", "max_file_bytes": 1000,
                         "gate_state": "durable", "batch_data": "copy", "strict": true, "on_error": "abort"}}""")
                .config()
                .settings("t", true);
        assertThat(settings.toString()).contains("tap=tap-y", "runner=r", "template=a/{ulid}-{runner}", "mode=BATCHED",
                "gzipLevel=OptionalInt.empty", "minInterval=PT1M30S", "firstFlush=INTERVAL", "maxFileBytes=1000",
                "gateState=true",
                "batchData=COPY", "strict=true", "onError=ABORT");
        assertThat(
                file("{\"lake\":{\"gzip_level\":9,\"min_interval\":\"2h\"}}").config().settings("t", true).gzipLevel())
                .isEqualTo(OptionalInt.of(9));
    }

    @Test
    void allFaultsAreToldAtOnce() {
        var config = file(
                "{\"lake\":{\"mode\":\"now\",\"min_interval\":\"soon\",\"gzip_level\":0,\"strict\":\"x\",\"gate_state\":\"x\","
                        + "\"max_file_bytes\":\"x\",\"compression\":\"zip\",\"tap\":\"\"}}")
                .config();
        assertThatThrownBy(() -> config.settings("t", true)).isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("lake.mode: is one of continual, batched", "lake.min_interval: is no duration",
                        "lake.gzip_level: has to be from 1 to 9", "lake.strict: is true or false",
                        "lake.gate_state: is durable or none",
                        "lake.max_file_bytes: is no whole number", "lake.compression: is gzip or none");
        assertThatThrownBy(() -> file("{\"lake\":{\"min_intervall\":1}}").config().template())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("lake.min_intervall is unknown; did you mean \"min_interval\"?");
        assertThatThrownBy(
                () -> new RecordConfig(Map.of("mode", new Value("continual", "--mode"))).settings("t", false))
                .hasMessageContaining("--mode")
                .hasMessageContaining("folder only");
        assertThatThrownBy(() -> file("{\"lake\":true}")).hasMessageContaining("x.json: lake");
        assertThatThrownBy(() -> file("{")).hasMessageContaining("x.json is no JSON");
        assertThatThrownBy(() -> file("[]")).hasMessageContaining("no JSON object");
    }

    private static ConfigFile file(String json) {
        return ConfigFile.read(json.getBytes(StandardCharsets.UTF_8), "x.json");
    }
}
