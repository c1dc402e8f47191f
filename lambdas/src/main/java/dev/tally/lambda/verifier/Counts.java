package dev.tally.lambda.verifier;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.json.JsonObject;
import dev.tally.lambda.verifier.Finding.Proof;

/**
 * What was found so far in a range.
 *
 * @param compared members that are as announced, by a checksum that S3 stores
 * @param hashed members that are as announced, by reading them
 * @param sized members that are as announced, of which no more than the size is
 * @param bytes that were read for it
 * @param bad members that are not as announced
 */
record Counts(long compared, long hashed, long sized, long bytes, long bad) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    long verified() {
        return compared + hashed + sized;
    }

    Counts plus(Finding finding) {
        return switch (finding) {
            case Finding.Good good -> new Counts(compared + (good.proof() == Proof.STORED ? 1 : 0),
                    hashed + (good.proof() == Proof.READ ? 1 : 0), sized + (good.proof() == Proof.SIZE ? 1 : 0),
                    bytes + good.bytes(), bad);
            case Finding.Bad found -> new Counts(compared, hashed, sized, bytes + found.bytes(), bad + 1);
        };
    }

    static Counts read(JsonObject json) {
        return new Counts(json.needNumber("compared"), json.needNumber("hashed"), json.needNumber("sized"),
                json.needNumber("bytes"), json.needNumber("bad"));
    }

    /** Writes the fields of an object. */
    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("compared", compared);
        json.writeNumberField("hashed", hashed);
        json.writeNumberField("sized", sized);
        json.writeNumberField("bytes", bytes);
        json.writeNumberField("bad", bad);
    }
}
