package dev.tally.singer.manifest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestScope;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** R28: to the tracker, a log is a manifest of the data files that its BATCH messages name. */
final class SingerManifestReaderTest {
    private static final String ULID = "01JDZ3V5N8K2M4Q6S8T0V2X4Z6";
    private static final FileRef LOG = new FileRef("landing", "lake/tap-x/2026/11/30/" + ULID + ".singer.jsonl.gz");
    private static final Dataset DATASET = new Dataset("crm", List.of("lake/", "batches/"),
            List.of(ManifestFormat.TALLY, ManifestFormat.SINGER), Optional.empty(), Optional.empty(), new Job.None(),
            Optional.empty(), List.of());
    private static final String SCHEMA = "{\"type\":\"SCHEMA\",\"stream\":\"users\",\"schema\":{\"properties\":{}},\"key_properties\":[]}\n";
    private static final String STATE = "{\"type\":\"STATE\",\"value\":{\"manifest\":[\"s3://landing/batches/no\"]}}\n";

    private final List<Member> members = new ArrayList<>();

    private static String batch(String... uris) {
        return "{\"manifest\": [\"" + String.join("\", \"", uris)
                + "\"], \"encoding\": {\"format\": \"jsonl\"}, \"stream\": \"users\", \"type\": \"batch\"}\n";
    }

    private ManifestHeader read(String log) {
        return read(log.getBytes(StandardCharsets.UTF_8));
    }

    private ManifestHeader read(byte[] log) {
        return SingerManifestReader.read(new ByteArrayInputStream(log), new ManifestScope(LOG, DATASET, "landing"),
                members::add);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private List<String> files() {
        return members.stream().map(member -> member.role().orElseThrow() + " " + member.file().uri()).toList();
    }

    @Test
    void r28ItsBatchFilesAndTheLogItselfAreTheMembers() {
        ManifestHeader header = read(SCHEMA + batch("s3://landing/batches/a.json.gz", "s3://landing/lake/b c.json.gz")
                + STATE + batch("s3://landing/batches/a.json.gz") + STATE);

        assertThat(header.delivery()).isEqualTo(new DeliveryId("crm", ULID));
        assertThat(files()).containsExactly("log " + LOG.uri(), "batch s3://landing/batches/a.json.gz",
                "batch s3://landing/lake/b c.json.gz");
        assertThat(members).allMatch(Member::required);
        assertThat(header.parameters()).isEqualTo("{\"singer\":{\"log\":\"" + LOG.uri()
                + "\",\"messages\":{\"SCHEMA\":1,\"STATE\":2,\"BATCH\":2}}}");
    }

    @Test
    void r28ALogWithoutBatchIsCompleteWhenItIsThere() {
        read(SCHEMA + "{\"type\":\"RECORD\",\"stream\":\"users\",\"record\":{\"type\":\"BATCH\"}}\n" + STATE);
        assertThat(files()).containsExactly("log " + LOG.uri());
    }

    @Test
    void r28GzipInSeveralMembersIsReadWhole() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(gzip(SCHEMA + batch("s3://landing/batches/1")));
        bytes.write(gzip(batch("s3://landing/batches/2")));
        read(bytes.toByteArray());
        assertThat(files()).hasSize(3).endsWith("batch s3://landing/batches/2");
    }

    @Test
    void whatIsNoMessageIsNoFault() {
        read("\uFEFFnot JSON\r\n\u0000\n" + batch("s3://landing/batches/1") + "{\"type\":\"BATCH\"");
        assertThat(files()).hasSize(2);
    }

    @Test
    void everyNameThatCannotBeTrackedIsToldWithItsLine() {
        assertThatThrownBy(() -> read(SCHEMA + batch("file:///data/1.json.gz", "s3://elsewhere/lake/x")
                + batch("s3://landing/other/y", "s3://landing/batches/../z") + batch("s3://landing/batches/good")))
                .isInstanceOfSatisfying(ManifestRejectedException.class, rejected -> {
                    assertThat(rejected.delivery()).isEqualTo(new DeliveryId("crm", ULID));
                    assertThat(rejected.faults()).extracting(Object::toString)
                            .satisfiesExactly(
                                    fault -> assertThat(fault).startsWith("line 2, ")
                                            .contains("users", "\"file:///data/1.json.gz\" is not in S3", "s3://"),
                                    fault -> assertThat(fault).startsWith("line 2, ")
                                            .contains("landing bucket landing"),
                                    fault -> assertThat(fault).startsWith("line 3, ").contains("outside dataset crm"),
                                    fault -> assertThat(fault).startsWith("line 3, ").contains("\"..\""));
                });
        assertThat(members).hasSize(1);
    }

    @Test
    void aBatchMessageThatNamesNothingIsAFault() {
        assertThatThrownBy(() -> read(SCHEMA + "{\"type\":\"BATCH\",\"stream\":\"users\",\"manifest\":}\n"))
                .isInstanceOf(ManifestRejectedException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("names no data file");
    }

    @Test
    void aLogThatIsCutOffIsAFault() throws IOException {
        byte[] whole = gzip(SCHEMA + batch("s3://landing/batches/1").repeat(500));
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 9)))
                .isInstanceOf(ManifestRejectedException.class)
                .hasMessageContaining("ends too early");
    }
}
