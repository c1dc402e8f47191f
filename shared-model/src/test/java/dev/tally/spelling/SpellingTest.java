package dev.tally.spelling;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class SpellingTest {
    private static final List<String> FIELDS = List.of("path", "size", "checksums", "role", "required");

    @Test
    void findsTheWordThatWasMeant() {
        assertThat(Spelling.nearest("checksum", FIELDS)).hasValue("checksums");
        assertThat(Spelling.nearest("Size", FIELDS)).hasValue("size");
        assertThat(Spelling.nearest("ptah", FIELDS)).hasValue("path");
        assertThat(Spelling.nearest("require", FIELDS)).hasValue("required");
        assertThat(Spelling.nearest("requierd", FIELDS)).hasValue("required");
    }

    @Test
    void aWordThatWasBegunOrGoesOnIsMeant() {
        assertThat(Spelling.nearest("req", FIELDS)).hasValue("required");
        assertThat(Spelling.nearest("sizeInBytes", FIELDS)).hasValue("size");
        assertThat(Spelling.nearest("re", FIELDS)).isEmpty();
    }

    @Test
    void quotesForThoseWhoCompareUnicodeForms() {
        assertThat(Spelling.quoteAscii("e\u0301 \ud83d\ude00")).isEqualTo("\"e\\u0301 \\ud83d\\ude00\"");
    }

    @Test
    void guessesNothingFarAway() {
        assertThat(Spelling.nearest("colour", FIELDS)).isEmpty();
        assertThat(Spelling.nearest("", FIELDS)).isEmpty();
        assertThat(Spelling.nearest("s".repeat(1_000_000), FIELDS)).isEmpty();
        assertThat(Spelling.hint("colour", FIELDS)).isEqualTo("known are path, size, checksums, role, required");
    }

    @Test
    void quotesWhatCannotBePrinted() {
        assertThat(Spelling.quote("a b é 😀")).isEqualTo("\"a b é 😀\"");
        assertThat(Spelling.quote("a\0b\n\u202e\ud83d")).isEqualTo("\"a\\u0000b\\u000a\\u202e\\ud83d\"");
        assertThat(Spelling.quote("x".repeat(1000))).isEqualTo('"' + "x".repeat(80) + "… (1000 characters)\"");
    }
}
