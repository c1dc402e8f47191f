package dev.tally.manifest;

import java.io.IOException;
import java.math.BigInteger;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.spelling.Spelling;

/** Reads the list of members, and hands on each one that is new. */
final class MemberReader {
    private static final List<String> FIELDS = List.of("path", "size", "checksums", "role", "required");
    private static final List<String> ALGORITHMS = Arrays.stream(ChecksumAlgorithm.values())
            .map(ChecksumAlgorithm::label)
            .toList();
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int LONGEST_ROLE = 64;

    private final JsonCursor cursor;
    private final ManifestScope scope;
    private final Faults faults;
    private final Consumer<Member> members;
    private final int most;
    private final SeenMembers seen = new SeenMembers();

    private Optional<Path> path = Optional.empty();
    private OptionalLong size = OptionalLong.empty();
    private List<Checksum> checksums = List.of();
    private Optional<String> role = Optional.empty();
    private boolean required = true;

    /** A path, what it means, and where it stands. */
    private record Path(String text, FileRef file, JsonLocation where, String place) {}

    MemberReader(JsonCursor cursor, ManifestScope scope, Faults faults, Consumer<Member> members,
            int most) {
        this.cursor = cursor;
        this.scope = scope;
        this.faults = faults;
        this.members = members;
        this.most = most;
    }

    SeenMembers seen() {
        return seen;
    }

    /** Reads the list at which the cursor stands. */
    void readAll() throws IOException {
        if (!cursor.is(JsonToken.START_ARRAY, "a list of members")) {
            return;
        }
        JsonLocation begin = cursor.location();
        String place = cursor.place();
        boolean empty = true;
        while (cursor.parser().nextToken() != JsonToken.END_ARRAY) {
            empty = false;
            if (cursor.is(JsonToken.START_OBJECT, "an object")) {
                readOne();
            }
        }
        if (empty) {
            faults.add(begin, place, "no members; a delivery has at least one");
        }
    }

    private void readOne() throws IOException {
        path = Optional.empty();
        size = OptionalLong.empty();
        checksums = List.of();
        role = Optional.empty();
        required = true;
        JsonLocation begin = cursor.location();
        String place = cursor.place();
        int came = cursor.readObject(FIELDS, this::readField);
        if ((came & 1) == 0) {
            faults.add(begin, place + ".path", "is missing");
        }
        if (path.isPresent()) {
            accept(path.get());
        }
    }

    private void readField(int field) throws IOException {
        switch (FIELDS.get(field)) {
            case "path" -> path = readPath();
            case "size" -> size = readSize();
            case "checksums" -> checksums = readChecksums();
            case "role" -> role = cursor.text(MemberReader::checkRole);
            case "required" -> required = readRequired();
            default -> throw new AssertionError("Field " + field);
        }
    }

    private Optional<Path> readPath() throws IOException {
        JsonLocation where = cursor.location();
        String place = cursor.place();
        return cursor.text(text -> new Path(text, scope.resolve(text), where, place));
    }

    private OptionalLong readSize() throws IOException {
        if (!cursor.is(JsonToken.VALUE_NUMBER_INT, "a whole number of bytes")) {
            return OptionalLong.empty();
        }
        BigInteger bytes = cursor.parser().getBigIntegerValue();
        if (bytes.signum() < 0 || bytes.compareTo(LARGEST) > 0) {
            cursor.fault("a size is 0 to " + LARGEST + " bytes, not " + cursor.parser().getText());
            return OptionalLong.empty();
        }
        return OptionalLong.of(bytes.longValue());
    }

    private List<Checksum> readChecksums() throws IOException {
        List<Checksum> read = new ArrayList<>(1);
        if (cursor.is(JsonToken.START_OBJECT, "an object of digests by algorithm")) {
            cursor.readObject(ALGORITHMS, index -> {
                ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(ALGORITHMS.get(index)).orElseThrow();
                cursor.text(text -> Checksum.parse(algorithm, text)).ifPresent(read::add);
            });
        }
        return read;
    }

    private static String checkRole(String text) {
        ManifestScope.checkPrintable(text);
        if (text.isBlank() || text.length() > LONGEST_ROLE) {
            throw new IllegalArgumentException(
                    "a role has 1 to " + LONGEST_ROLE + " characters, unlike " + Spelling.quote(text));
        }
        return text;
    }

    private boolean readRequired() throws IOException {
        if (cursor.token() == JsonToken.VALUE_FALSE) {
            return false;
        }
        cursor.is(JsonToken.VALUE_TRUE, "true or false");
        return true;
    }

    private void accept(Path of) throws UnreadableManifestException {
        boolean fixed = size.isPresent() || !checksums.isEmpty();
        if (of.file.isDelivery() && fixed) {
            faults.add(of.where, of.place, "the result of a delivery has neither a size nor checksums");
        }
        Member member = new Member(of.text, of.file, new Fixity(size, checksums), role, required);
        switch (seen.add(member, of.where.getLineNr())) {
            case SeenMembers.Finding.New _ -> handOn(member, of);
            case SeenMembers.Finding.Same _ -> {
                // said twice is said once
            }
            case SeenMembers.Finding.Conflict first -> faults.add(of.where, of.place, Spelling.quote(of.text)
                    + " is listed on line " + first.line() + " too, and what is said of it differs");
            case SeenMembers.Finding.OtherForm first -> faults.add(of.where, of.place, otherForm(of, first));
        }
    }

    private void handOn(Member member, Path of) throws UnreadableManifestException {
        if (seen.count() > most) {
            throw new UnreadableManifestException("more than " + most + " members",
                    of.where.getLineNr(), of.where.getColumnNr());
        }
        if (faults.isEmpty()) {
            members.accept(member);
        }
    }

    /** The first name is not kept, but what looks like a composed one is the decomposed one, and the other way round. */
    private String otherForm(Path of, SeenMembers.Finding.OtherForm first) {
        String name = inFolder(of.file);
        Normalizer.Form other = Normalizer.isNormalized(name, Normalizer.Form.NFC)
                ? Normalizer.Form.NFD
                : Normalizer.Form.NFC;
        return Spelling.quoteAscii(name) + " looks like " + Spelling.quoteAscii(Normalizer.normalize(name, other))
                + " on line " + first.line() + ", but to S3 they are two files; list the one that is there";
    }

    private String inFolder(FileRef file) {
        return file.key().startsWith(scope.folder()) ? file.key().substring(scope.folder().length()) : file.key();
    }
}
