package dev.tally.lambda.api;

import java.io.IOException;
import java.time.Instant;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.completeness.Verdict;
import dev.tally.fixity.Checksum;
import dev.tally.manifest.Member;

/** Members as the API tells them. */
final class MemberJson {
    private MemberJson() {}

    /** @param registeredAt since when a member is waited for that never came */
    static void write(JsonGenerator json, MemberPages.Seen seen, Instant registeredAt) throws IOException {
        Member member = seen.member();
        json.writeStartObject();
        json.writeStringField("path", member.path());
        json.writeStringField("bucket", member.file().bucket());
        json.writeStringField("key", member.file().key());
        if (member.role().isPresent()) {
            json.writeStringField("role", member.role().get());
        }
        json.writeBooleanField("required", member.required());
        state(json, seen, registeredAt);
        json.writeEndObject();
    }

    private static void state(JsonGenerator json, MemberPages.Seen seen, Instant registeredAt) throws IOException {
        switch (seen.verdict()) {
            case Verdict.Satisfied there -> {
                json.writeStringField("state", "present");
                json.writeNumberField("size", there.file().size());
                json.writeStringField("since", there.file().at().toString());
            }
            case Verdict.Missing _ -> {
                json.writeStringField("state", seen.otherForm().isPresent() ? "otherForm" : "missing");
                fixity(json, "expected", seen.member());
                if (seen.otherForm().isPresent()) {
                    json.writeObjectFieldStart("actual");
                    json.writeStringField("key", seen.otherForm().get().key());
                    json.writeEndObject();
                }
                json.writeStringField("since", registeredAt.toString());
            }
            case Verdict.Deleted deleted -> {
                json.writeStringField("state", "deleted");
                fixity(json, "expected", seen.member());
                json.writeStringField("since", deleted.at().toString());
            }
            case Verdict.Differs differs -> {
                json.writeStringField("state", "differs");
                size(json, "expected", differs.expected());
                size(json, "actual", differs.actual());
                json.writeStringField("since", differs.file().at().toString());
            }
            case Verdict.Bad bad -> {
                json.writeStringField("state", "bad");
                checksum(json, "expected", bad.mark().expected());
                checksum(json, "actual", bad.mark().actual());
                json.writeStringField("since", bad.file().at().toString());
            }
        }
    }

    private static void fixity(JsonGenerator json, String name, Member member) throws IOException {
        json.writeObjectFieldStart(name);
        if (member.fixity().size().isPresent()) {
            json.writeNumberField("size", member.fixity().size().getAsLong());
        }
        for (Checksum checksum : member.fixity().checksums()) {
            json.writeStringField(checksum.algorithm().label(), checksum.hex());
        }
        json.writeEndObject();
    }

    private static void size(JsonGenerator json, String name, long size) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("size", size);
        json.writeEndObject();
    }

    private static void checksum(JsonGenerator json, String name, Checksum checksum) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField(checksum.algorithm().label(), checksum.hex());
        json.writeEndObject();
    }
}
