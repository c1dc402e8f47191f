package dev.tally.lambda.indexer;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A message about objects, in either of the shapes that S3 sends, told apart by their fields and never by guessing:
 * <ul>
 * <li>an event of EventBridge, with {@code detail-type}: its key is literal;</li>
 * <li>a classic notification, with {@code Records}: its keys are form-encoded, once.</li>
 * </ul>
 * What made an object does not matter, so neither {@code reason} nor the part behind the colon of {@code eventName} is
 * looked at.
 *
 * @param events in the order of the message
 * @param ignored what else there was, in words
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html">S3: EventBridge events</a>
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">S3: event
 *      message structure</a>
 */
record S3Notice(List<FileEvent> events, List<String> ignored) {
    /** The version id of objects in a bucket that has had no versions. */
    private static final String MARKED = "Delete Marker Created";
    private static final String NO_VERSION = "null";

    S3Notice {
        events = List.copyOf(events);
        ignored = List.copyOf(ignored);
    }

    /** @throws MalformedJsonException if it is in no shape that S3 sends */
    static S3Notice parse(String body) {
        JsonObject message = JsonObject.parse(body);
        List<FileEvent> events = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        if (message.has("detail-type")) {
            readEvent(message, events, ignored);
        } else if (message.has("Records")) {
            for (JsonObject record : message.objects("Records")) {
                readRecord(record, events, ignored);
            }
        } else if (message.text("Event").filter("s3:TestEvent"::equals).isPresent()) {
            ignored.add("the test message of a new notification");
        } else {
            throw new MalformedJsonException("Neither an event nor a notification of S3: it has "
                    + String.join(", ", message.names()));
        }
        return new S3Notice(events, ignored);
    }

    private static void readEvent(JsonObject message, List<FileEvent> events, List<String> ignored) {
        String type = message.needText("detail-type");
        JsonObject detail = message.embedded("detail")
                .orElseThrow(() -> new MalformedJsonException("detail is missing"));
        switch (type) {
            case "Object Created" ->
                add(created(file(detail, detail.needText("object", "key")), message.needText("time"),
                        detail.needObject("object"), "etag", "version-id"), events, ignored);
            case "Object Deleted" -> events.add(deleted(file(detail, detail.needText("object", "key")),
                    message.needText("time"), detail.needObject("object"), "version-id",
                    detail.text("deletion-type").filter(MARKED::equals).isPresent()));
            default -> ignored.add("an event of type " + type);
        }
    }

    private static void readRecord(JsonObject record, List<FileEvent> events, List<String> ignored) {
        String name = record.needText("eventName");
        int colon = name.indexOf(':');
        switch (colon < 0 ? name : name.substring(0, colon)) {
            case "ObjectCreated" -> add(created(classicFile(record), record.needText("eventTime"),
                    record.needObject("s3", "object"), "eTag", "versionId"), events, ignored);
            case "ObjectRemoved", "LifecycleExpiration" -> events.add(deleted(classicFile(record),
                    record.needText("eventTime"), record.needObject("s3", "object"), "versionId",
                    name.endsWith(":DeleteMarkerCreated")));
            default -> ignored.add("a notification of " + name);
        }
    }

    private static FileRef classicFile(JsonObject record) {
        String encoded = record.needText("s3", "object", "key");
        try {
            return file(record.needObject("s3"), URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException wrong) {
            throw new MalformedJsonException("Not a form-encoded key: \"" + encoded + '"');
        }
    }

    private static FileRef file(JsonObject place, String key) {
        return wellFormed(() -> new FileRef(place.needText("bucket", "name"), key));
    }

    private static FileEvent.Created created(FileRef file, String at, JsonObject object, String etag, String version) {
        return wellFormed(() -> new FileEvent.Created(file, new Sequencer(object.needText("sequencer")),
                Instant.parse(at), object.needNumber("size"), object.needText(etag), version(object, version)));
    }

    /** @param marked whether a delete marker was made, whose own version it is that is named then */
    private static FileEvent.Deleted deleted(FileRef file, String at, JsonObject object, String version,
            boolean marked) {
        return wellFormed(() -> new FileEvent.Deleted(file, new Sequencer(object.needText("sequencer")),
                Instant.parse(at), marked ? Optional.empty() : version(object, version)));
    }

    private static Optional<String> version(JsonObject object, String field) {
        return object.text(field).filter(id -> !id.isEmpty() && !id.equals(NO_VERSION));
    }

    private static <T> T wellFormed(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | DateTimeParseException wrong) {
            throw new MalformedJsonException("Not an event of S3: " + wrong.getMessage());
        }
    }

    /** The console makes a folder by an empty object whose key ends with a slash; an object with content is a file. */
    private static void add(FileEvent.Created created, List<FileEvent> events, List<String> ignored) {
        if (created.file().key().endsWith("/") && created.size() == 0) {
            ignored.add("the folder " + created.file());
        } else {
            events.add(created);
        }
    }
}
