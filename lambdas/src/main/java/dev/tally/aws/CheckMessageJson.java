package dev.tally.aws;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Watch;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.manifest.ManifestVersion;

/** The messages of the check queue as JSON, told apart by {@code type}. */
public final class CheckMessageJson {
    private CheckMessageJson() {}

    public static String write(CheckMessage message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            json.writeStartObject();
            switch (message) {
                case CheckMessage.Check check -> {
                    json.writeStringField("type", "check");
                    json.writeStringField("watch", check.watch().toString());
                    if (check.file().isPresent()) {
                        write(json, check.file().get());
                    }
                }
                case CheckMessage.Register register -> {
                    json.writeStringField("type", "register");
                    write(json, register.manifest());
                    json.writeBooleanField("first", register.first());
                }
                case CheckMessage.Walk walk -> {
                    json.writeStringField("type", "walk");
                    write(json, walk.file());
                    if (walk.cursor().isPresent()) {
                        json.writeStringField("cursor", walk.cursor().get());
                    }
                }
                case CheckMessage.Changed changed -> {
                    json.writeStringField("type", "changed");
                    write(json, changed.file());
                    if (changed.cursor().isPresent()) {
                        json.writeStringField("cursor", changed.cursor().get());
                    }
                }
                case CheckMessage.Look look -> {
                    json.writeStringField("type", "look");
                    json.writeStringField("watch", look.watch().toString());
                }
                case CheckMessage.Decide decide -> {
                    json.writeStringField("type", "decide");
                    json.writeStringField("dataset", decide.delivery().id().dataset());
                    json.writeStringField("delivery", decide.delivery().id().name());
                    json.writeStringField("revision", decide.delivery().revision());
                }
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, FileRef file) throws IOException {
        json.writeObjectFieldStart("file");
        json.writeStringField("bucket", file.bucket());
        json.writeStringField("key", file.key());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ManifestVersion manifest) throws IOException {
        json.writeObjectFieldStart("manifest");
        json.writeStringField("bucket", manifest.file().bucket());
        json.writeStringField("key", manifest.file().key());
        if (manifest.versionId().isPresent()) {
            json.writeStringField("versionId", manifest.versionId().get());
        }
        json.writeStringField("etag", manifest.etag());
        json.writeStringField("sequencer", manifest.sequencer().value());
        json.writeNumberField("size", manifest.size());
        json.writeStringField("at", manifest.at().toString());
        json.writeEndObject();
    }

    /** @throws MalformedJsonException if it is not one of these messages */
    public static CheckMessage read(String text) {
        JsonObject json = JsonObject.parse(text);
        try {
            return switch (json.needText("type")) {
                case "check" -> new CheckMessage.Check(Watch.parse(json.needText("watch")),
                        json.object("file").map(CheckMessageJson::file));
                case "register" -> new CheckMessage.Register(manifest(json.needObject("manifest")),
                        json.flag("first").orElse(false));
                case "walk" -> new CheckMessage.Walk(file(json.needObject("file")), json.text("cursor"));
                case "changed" -> new CheckMessage.Changed(file(json.needObject("file")), json.text("cursor"));
                case "look" -> new CheckMessage.Look(Watch.parse(json.needText("watch")));
                case "decide" -> new CheckMessage.Decide(new DeliveryKey(
                        new DeliveryId(json.needText("dataset"), json.needText("delivery")),
                        json.needText("revision")));
                default -> throw new MalformedJsonException("No message of the check queue has the type \""
                        + json.needText("type") + '"');
            };
        } catch (IllegalArgumentException | DateTimeException wrong) {
            throw new MalformedJsonException("Not a message of the check queue: " + wrong.getMessage());
        }
    }

    private static FileRef file(JsonObject json) {
        return new FileRef(json.needText("bucket"), json.needText("key"));
    }

    private static ManifestVersion manifest(JsonObject json) {
        Optional<String> version = json.text("versionId");
        return new ManifestVersion(file(json), version, json.needText("etag"),
                new Sequencer(json.needText("sequencer")), json.needNumber("size"),
                Instant.parse(json.needText("at")));
    }
}
