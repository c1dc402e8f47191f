package dev.tally.lambda.indexer;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.json.MalformedJsonException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class S3NoticeTest {
    private static String event(String key, String object) {
        return event("Object Created", key, object);
    }

    private static String event(String type, String key, String object) {
        return """
                {"version": "0", "id": "2d4eba74-fd51-3966-4bfa-b013c9da8ff1", "detail-type": "%s", "source": "aws.s3",
                 "account": "123456789012", "time": "2026-11-30T12:34:56Z", "region": "eu-central-1", "resources": [],
                 "detail": {"version": "0", "bucket": {"name": "landing"}, "object": {"key": "%s", %s},
                 "request-id": "N4N7GDK58NMKJ12R", "requester": "123456789012", "x-new": {"a": [1]}}}"""
                .formatted(type, key, object);
    }

    private static String classic(String name, String key, String object) {
        return """
                {"Records": [{"eventVersion": "2.1", "eventSource": "aws:s3", "eventTime": "2026-11-30T12:34:56.789Z",
                 "eventName": "%s", "s3": {"bucket": {"name": "landing", "arn": "arn:aws:s3:::landing"},
                 "object": {"key": "%s", %s}}}]}""".formatted(name, key, object);
    }

    private static FileEvent only(String body) {
        S3Notice notice = S3Notice.parse(body);
        assertThat(notice.ignored()).isEmpty();
        assertThat(notice.events()).hasSize(1);
        return notice.events().getFirst();
    }

    private static final String OBJECT = "\"size\": 7, \"etag\": \"b1946ac92492d2347c6235b4d2611184\", \"sequencer\": \"00617F08299329D189\"";
    private static final String CLASSIC = "\"size\": 7, \"eTag\": \"b1946ac92492d2347c6235b4d2611184\", \"sequencer\": \"00617F08299329D189\"";

    @Test
    void readsAnEventOfEventBridge() {
        assertThat(only(event("in/a.csv", OBJECT + ", \"version-id\": \"IYV3p45BT0ac8hjHg1houSdS1a.Mro8e\"")))
                .isEqualTo(new FileEvent.Created(FileRef.parse("s3://landing/in/a.csv"),
                        new Sequencer("00617f08299329d189"), Instant.parse("2026-11-30T12:34:56Z"), 7,
                        "b1946ac92492d2347c6235b4d2611184", Optional.of("IYV3p45BT0ac8hjHg1houSdS1a.Mro8e")));
    }

    @ParameterizedTest
    @CsvSource({"in/a+b%2Bc.csv,in/a b+c.csv", "in%2Fx.csv,in/x.csv", "in/x.csv,in/x.csv", "%C3%A9,é",
        "100%2525,100%25"})
    @DisplayName("KEY-01, KEY-04: the key of a classic notification is form-decoded, once")
    void classicKey(String encoded, String key) {
        assertThat(only(classic("ObjectCreated:Put", encoded, CLASSIC)).file().key()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t/7:30.csv", "t/7%3A30.csv", "a+b", "a b", "é", "e\u0301", "/in//./a.csv", "in/a\\\\b"})
    @DisplayName("KEY-01, KEY-03, KEY-08: the key of an event is literal")
    void literalKey(String key) {
        assertThat(only(event(key, OBJECT)).file().key()).isEqualTo(key.replace("\\\\", "\\"));
    }

    @Test
    @DisplayName("KEY-05: a folder of the console is no file, an object with content is one, whatever its name")
    void folders() {
        S3Notice folder = S3Notice.parse(event("drop/", OBJECT.replace("7", "0")));
        assertThat(folder.events()).isEmpty();
        assertThat(folder.ignored()).containsExactly("the folder s3://landing/drop/");
        assertThat(only(event("drop/", OBJECT.replace("\"size\": 7", "\"size\": 12"))).file().key()).isEqualTo("drop/");
    }

    @Test
    @DisplayName("EVT-01: the test message of a new notification is ignored")
    void testMessage() {
        S3Notice notice = S3Notice.parse("""
                {"Service": "Amazon S3", "Event": "s3:TestEvent", "Time": "2026-11-30T12:00:00Z", "Bucket": "b1",
                 "RequestId": "5582815E1AEA5ADF", "HostId": "8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3eKxsPzbB9wrR"}""");
        assertThat(notice.events()).isEmpty();
        assertThat(notice.ignored()).hasSize(1);
    }

    @Test
    @DisplayName("EVT-03: the letter case of a sequencer means nothing")
    void sequencerCase() {
        FileEvent one = only(event("a", OBJECT));
        FileEvent other = only(event("a", OBJECT.replace("617F08299329D189", "617f08299329d18a")));
        assertThat(other.sequencer().isAfter(one.sequencer())).isTrue();
        assertThat(only(event("a", OBJECT.replace("D189", "d189"))).sequencer()).isEqualTo(one.sequencer());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PutObject", "POST Object", "CopyObject", "CompleteMultipartUpload", "something new"})
    @DisplayName("EVT-09: whatever created an object, it is there")
    void reasons(String reason) {
        String body = event("a", OBJECT).replace("\"requester\"", "\"reason\": \"" + reason + "\", \"requester\"");
        assertThat(only(body)).isInstanceOf(FileEvent.Created.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Put", "Post", "Copy", "CompleteMultipartUpload", "SomethingNew"})
    @DisplayName("EVT-09: so it is with classic notifications")
    void classicReasons(String reason) {
        assertThat(only(classic("ObjectCreated:" + reason, "a", CLASSIC))).isInstanceOf(FileEvent.Created.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3_221_225_472L, 5_497_558_138_880L})
    @DisplayName("EVT-10: a size may have more than 32 bits")
    void largeSizes(long size) {
        assertThat(only(event("a", OBJECT.replace("\"size\": 7", "\"size\": " + size))))
                .isInstanceOfSatisfying(FileEvent.Created.class, created -> assertThat(created.size()).isEqualTo(size));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Permanently Deleted", "Delete Marker Created"})
    @DisplayName("EVT-11, OBJ-03: a deletion has neither size nor etag, and of either kind means that the file is gone")
    void deletions(String deletion) {
        String body = event("Object Deleted", "a", "\"sequencer\": \"1\"").replace("\"requester\"",
                "\"reason\": \"DeleteObject\", \"deletion-type\": \"" + deletion + "\", \"requester\"");
        assertThat(only(body)).isInstanceOf(FileEvent.Deleted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ObjectRemoved:Delete", "ObjectRemoved:DeleteMarkerCreated", "LifecycleExpiration:Delete",
        "LifecycleExpiration:DeleteMarkerCreated"})
    @DisplayName("OBJ-03: so it is with classic notifications")
    void classicDeletions(String name) {
        assertThat(only(classic(name, "a", "\"sequencer\": \"1\""))).isInstanceOf(FileEvent.Deleted.class);
    }

    @Test
    @DisplayName("OBJ-03: what was deleted for good where there are versions is one of them; a marker hides the file")
    void deletionsOfOneVersion() {
        String object = "\"sequencer\": \"1\", \"version-id\": \"v1\"";
        String lifecycle = event("Object Deleted", "a", object).replace("\"requester\"",
                "\"reason\": \"Lifecycle Expiration\", \"deletion-type\": \"Permanently Deleted\", \"requester\"");
        String classic = "\"sequencer\": \"1\", \"versionId\": \"v1\"";
        assertThat(Stream.of(lifecycle, classic("ObjectRemoved:Delete", "a", classic),
                classic("LifecycleExpiration:Delete", "a", classic),
                lifecycle.replace("Permanently Deleted", "Delete Marker Created"),
                classic("ObjectRemoved:DeleteMarkerCreated", "a", classic), lifecycle.replace("\"v1\"", "\"null\""))
                .map(body -> ((FileEvent.Deleted) only(body)).onlyVersion()))
                .containsExactly(Optional.of("v1"), Optional.of("v1"), Optional.of("v1"), Optional.empty(),
                        Optional.empty(), Optional.empty());
    }

    @Test
    @DisplayName("EVT-12: a copy that replication made is a file as any other")
    void replication() {
        String body = event("a", OBJECT).replace("\"123456789012\", \"x-new\"", "\"s3.amazonaws.com\", \"x-new\"");
        assertThat(only(body)).isInstanceOf(FileEvent.Created.class);
    }

    @Test
    @DisplayName("LAM-08: without a version id two files are two files")
    void noVersion() {
        FileEvent one = only(event("a", OBJECT));
        FileEvent other = only(event("b", OBJECT));
        assertThat(one.file()).isNotEqualTo(other.file());
        assertThat(only(classic("ObjectCreated:Put", "a", CLASSIC + ", \"versionId\": \"null\"")))
                .isInstanceOfSatisfying(FileEvent.Created.class, created -> assertThat(created.versionId()).isEmpty());
    }

    @Test
    void otherEventsOfABucketAreIgnored() {
        assertThat(S3Notice.parse(event("Object Tags Added", "a", OBJECT)).ignored()).hasSize(1);
        assertThat(S3Notice.parse(classic("ObjectTagging:Put", "a", CLASSIC)).ignored()).hasSize(1);
        assertThat(S3Notice.parse(classic("ObjectRestore:Completed", "a", CLASSIC)).ignored()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "not json", "{\"detail-type\": \"Object Created\"}",
        "{\"Records\": [{\"eventName\": \"ObjectCreated:Put\"}]}", "{\"Event\": \"s3:OtherEvent\"}"})
    void whatIsInNoShapeOfS3IsMalformed(String body) {
        assertThatThrownBy(() -> S3Notice.parse(body)).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> S3Notice.parse(event("a", OBJECT.replace("00617F", "x")))).isInstanceOf(
                MalformedJsonException.class);
        assertThatThrownBy(() -> S3Notice.parse(classic("ObjectCreated:Put", "a%zz", CLASSIC))).isInstanceOf(
                MalformedJsonException.class);
    }
}
