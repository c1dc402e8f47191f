package dev.tally.lambda.api;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.completeness.BadMark;
import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.Watch;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.lambda.HttpException;

/** What is known of one file, and which deliveries watch for it. */
final class OneFile {
    private final FileStore files;

    OneFile(FileStore files) {
        this.files = files;
    }

    void write(JsonGenerator json, Query query) throws IOException {
        FileRef file = new FileRef(query.need("bucket"), query.need("key"));
        FileState state = files.read(List.of(file), FileStore.Consistency.STRONG).get(file);
        if (state == null || (state.latest().isEmpty() && state.watches().isEmpty())) {
            throw HttpException.notFound("Nothing is known of " + file);
        }
        json.writeStartObject();
        json.writeStringField("bucket", file.bucket());
        json.writeStringField("key", file.key());
        if (state.latest().isEmpty()) {
            json.writeStringField("state", "awaited");
        } else {
            latest(json, state.latest().get());
        }
        json.writeNumberField("writes", state.writes());
        Texts.write(json, "watches", state.watches().stream().map(Watch::toString).sorted().toList());
        if (state.bad().isPresent()) {
            bad(json, state.bad().get());
        }
        json.writeEndObject();
    }

    private static void latest(JsonGenerator json, FileEvent latest) throws IOException {
        switch (latest) {
            case FileEvent.Created created -> {
                json.writeStringField("state", "present");
                json.writeNumberField("size", created.size());
                json.writeStringField("etag", created.etag());
                if (created.versionId().isPresent()) {
                    json.writeStringField("versionId", created.versionId().get());
                }
            }
            case FileEvent.Deleted _ -> json.writeStringField("state", "deleted");
        }
        json.writeStringField("sequencer", latest.sequencer().value());
        json.writeStringField("at", latest.at().toString());
    }

    private static void bad(JsonGenerator json, BadMark mark) throws IOException {
        json.writeObjectFieldStart("bad");
        json.writeStringField("expected", mark.expected().toString());
        json.writeStringField("actual", mark.actual().toString());
        json.writeEndObject();
    }
}
