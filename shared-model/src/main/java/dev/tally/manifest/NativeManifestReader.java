package dev.tally.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;

import dev.tally.dataset.DeliveryId;
import dev.tally.file.FileRef;

/**
 * Reads Tally's own manifests in one pass, and holds 24 bytes of a member and no member of it.
 *
 * <pre>
 * file        = [gzip] UTF-8 text with or without a byte order mark, one JSON value (RFC 8259)
 * manifest    = { "tallyManifest": 1, "delivery"?: name, "members": [member, member…], "parameters"?: object }
 * member      = { "path": path, "size"?: bytes, "checksums"?: { algorithm: digest… }, "role"?: text, "required"?: boolean }
 * name        = 1 to 255 characters without control characters; the file's name without suffix if not stated
 * path        = see {@link ManifestScope}
 * bytes       = 0 to 2^63 - 1
 * algorithm   = "md5" | "sha1" | "sha256" | "sha512" | "crc32" | "crc32c" | "crc64nvme"
 * digest      = hexadecimal | base64
 * role        = 1 to 64 characters without control characters
 * object      = at most 8 KB as compact JSON
 * </pre>
 *
 * Fields come in any order; one that is unknown, comes twice or is null is a fault. A member that is listed twice is
 * one if both entries say the same, and a fault otherwise; so are two names that differ in Unicode form alone. All
 * faults are told, with their places, except behind one that ends the reading: text that is not JSON, or beyond the
 * limits below.
 */
public final class NativeManifestReader {
    /** So many members a manifest has at most. */
    public static final int MOST_MEMBERS = 4_000_000;

    /** Bytes of UTF-8 of the parameters. */
    public static final int LONGEST_PARAMETERS = 8 * 1024;

    private static final int LONGEST_TEXT = 20_000;
    private static final int LONGEST_NAME = 1_000;
    private static final int DEEPEST = 64;
    private static final List<String> FIELDS = List.of("tallyManifest", "delivery", "members", "parameters");
    private static final int VERSION_CAME = 1;
    private static final int MEMBERS_CAME = 4;
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_NAME)
                    .maxNumberLength(LONGEST_NAME)
                    .maxNestingDepth(DEEPEST)
                    .build())
            .build();

    private final ManifestScope scope;
    private final Consumer<Member> members;
    private final int mostMembers;
    private final Faults faults = new Faults();
    private Optional<String> delivery = Optional.empty();
    private Optional<String> parameters = Optional.empty();

    private NativeManifestReader(ManifestScope scope, Consumer<Member> members, int mostMembers) {
        this.scope = scope;
        this.members = members;
        this.mostMembers = mostMembers;
    }

    /**
     * Reads a manifest to its end, and leaves the stream open.
     *
     * @param members is given the members as they are read, until there is a fault; if the manifest is rejected in the
     *                end, they mean nothing
     * @throws ManifestRejectedException if anything is wrong with the manifest
     * @throws UncheckedIOException if the stream fails
     */
    public static ManifestHeader read(InputStream in, ManifestScope scope, Consumer<Member> members) {
        return read(in, scope, members, MOST_MEMBERS);
    }

    static ManifestHeader read(InputStream in, ManifestScope scope, Consumer<Member> members, int mostMembers) {
        NativeManifestReader reader = new NativeManifestReader(scope, members, mostMembers);
        reader.readText(in);
        return reader.header();
    }

    private void readText(InputStream in) {
        try (Reader text = ManifestText.open(in, scope.contentEncoding());
                JsonParser parser = JSON.createParser(text)) {
            readJson(new JsonCursor(parser, faults));
        } catch (IOException broken) {
            refuse(broken, 0, 0, "$");
        }
    }

    /** Faults that end the reading are told here, where the parser still knows the place. */
    private void readJson(JsonCursor cursor) {
        try {
            cursor.parser().nextToken();
            readManifest(cursor);
        } catch (IOException broken) {
            JsonLocation where = cursor.parser().currentLocation();
            refuse(broken, where.getLineNr(), where.getColumnNr(), cursor.place());
        }
    }

    private void refuse(IOException broken, int line, int column, String place) {
        if (broken instanceof JsonProcessingException notJson) {
            JsonLocation where = notJson.getLocation();
            faults.add(where == null ? line : where.getLineNr(), where == null ? column : where.getColumnNr(), place,
                    JsonTrouble.describe(notJson));
        } else {
            faults.addUnreadable(broken, line, column, place);
        }
    }

    private void readManifest(JsonCursor cursor) throws IOException {
        if (cursor.parser().currentToken() == null) {
            faults.add(0, 0, "$", "the file is empty");
            return;
        }
        if (cursor.token() != JsonToken.START_OBJECT) {
            cursor.fault("expected an object, { \"tallyManifest\": 1, \"members\": … }, not "
                    + JsonCursor.describe(cursor.token()));
            return;
        }
        MemberReader memberReader = new MemberReader(cursor, scope, faults, members, mostMembers);
        JsonLocation begin = cursor.location();
        int came = cursor.readObject(FIELDS, field -> readField(field, cursor, memberReader));
        if ((came & VERSION_CAME) == 0) {
            faults.add(begin, "$.tallyManifest", "is missing; this Tally reads version 1");
        }
        if ((came & MEMBERS_CAME) == 0) {
            faults.add(begin, "$.members", "is missing");
        }
        refuseOwnResult(memberReader.seen());
        if (cursor.parser().nextToken() != null) {
            cursor.fault("something follows behind the end of the manifest");
        }
    }

    private void readField(int field, JsonCursor cursor, MemberReader memberReader) throws IOException {
        switch (FIELDS.get(field)) {
            case "tallyManifest" -> readVersion(cursor);
            case "delivery" -> delivery = cursor.text(NativeManifestReader::deliveryName);
            case "members" -> memberReader.readAll();
            case "parameters" -> parameters = new ParametersReader(cursor, faults).read();
            default -> throw new AssertionError("Field " + field);
        }
    }

    private static void readVersion(JsonCursor cursor) throws IOException {
        if (cursor.is(JsonToken.VALUE_NUMBER_INT, "the number 1") && !cursor.parser().getText().equals("1")) {
            cursor.fault("version " + cursor.parser().getText() + "; this Tally reads version 1");
        }
    }

    private static String deliveryName(String text) {
        ManifestScope.checkPrintable(text);
        return new DeliveryId("any", text).name();
    }

    /** A delivery that waits for itself would wait for ever; its name may come behind its members. */
    private void refuseOwnResult(SeenMembers seen) {
        String name = delivery.orElse(scope.defaultName());
        if (!name.isEmpty()) {
            seen.lineOf(FileRef.ofDelivery(scope.dataset().name(), name))
                    .ifPresent(line -> faults.add(line, 1, "$.members", "the delivery waits for its own result"));
        }
    }

    private ManifestHeader header() {
        if (delivery.isEmpty() && !DeliveryId.isName(scope.defaultName())) {
            faults.add(0, 0, "$.delivery", "is missing, and the manifest's file name makes no name");
        }
        DeliveryId id = new DeliveryId(scope.dataset().name(), delivery.orElseGet(scope::fallbackName));
        if (!faults.isEmpty()) {
            throw faults.rejected(id);
        }
        return new ManifestHeader(id, parameters.orElse("{}"), scope.dataset().deadline(), scope.dataset().archives());
    }
}
