package dev.tally.lambda.archiver;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.dataset.ArchivePolicy.Part;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.storage.Entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class LayoutTest {
    private static final Instant NEW_YEAR = Instant.parse("2027-01-01T00:00:00Z");

    private static Layout layout(String name, Instant registered) {
        return Layout.of("archive", "demo/", DeliveryKey.parse("demo/" + name + "@0123456789ab"), registered);
    }

    private static Entry.File file(String path, String key) {
        return new Entry.File(path, new FileRef("landing", key), Optional.empty(), "e", 1, List.of(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"2026-12-31T23:30:00Z,2026/12/31", "2027-01-01T00:00:00Z,2027/01/01",
        "2024-12-30T12:00:00Z,2024/12/30"})
    @DisplayName("CDK-09: the day is that of UTC, and the year that of the day, not of its week")
    void hasTheDayOfRegistration(Instant registered, String day) {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));

            assertThat(layout("n", registered).folder()).isEqualTo("demo/" + day + "/n/0123456789ab/");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"2026/11 30,2026%2F11%2030", "é+%,%C3%A9%2B%25", "..,%2E%2E", "a..b_c-d,a..b_c-d"})
    void namesOfDeliveriesAreOnePart(String name, String part) {
        assertThat(layout(name, NEW_YEAR).folder()).isEqualTo("demo/2027/01/01/" + part + "/0123456789ab/");
    }

    @Test
    void eachFileHasItsPlace() {
        Layout layout = layout("n", NEW_YEAR);
        String folder = "demo/2027/01/01/n/0123456789ab/";

        assertThat(layout.seal()).isEqualTo(new FileRef("archive", folder + "delivery.json"));
        assertThat(layout.place(file("sub/a.dat", "demo/sub/a.dat"), Part.MEMBERS).key())
                .isEqualTo(folder + "data/sub/a.dat");
        assertThat(layout.place(file("s3://landing/calib/x", "calib/x"), Part.MEMBERS).key())
                .isEqualTo(folder + "elsewhere/landing/calib/x");
        assertThat(layout.place(file("plot.png", "outputs/plot.png"), Part.OUTPUTS).key())
                .isEqualTo(folder + "outputs/plot.png");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/../../x", "a/..", "..", ".", "./a", "/abs", "a//b", "a/", "", "a\u0000b",
        "a\nb"})
    @DisplayName("MAN-05: what leads out of the folder is refused, of members and of outputs")
    void refusesWhatLeadsOut(String path) {
        Layout layout = layout("n", NEW_YEAR);

        assertThatThrownBy(() -> layout.place(file(path, "k"), Part.MEMBERS)).isInstanceOf(UnarchivableException.class);
        assertThatThrownBy(() -> layout.place(file(path, "k"), Part.OUTPUTS)).isInstanceOf(UnarchivableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%2e%2e/x", "a%00b", "..a", "a..", "7:30 +1%.csv", "C:\\x", "é", "e\u0301"})
    @DisplayName("MAN-06: names are literal, so what would be odd if it were decoded is only a name")
    void keepsLiteralNames(String path) {
        assertThat(layout("n", NEW_YEAR).place(file(path, "k"), Part.OUTPUTS).key()).endsWith("/outputs/" + path);
    }

    @Test
    @DisplayName("KEY-07: the archive's key has its own limit, in bytes")
    void refusesKeysThatAreTooLong() {
        Layout layout = layout("n", NEW_YEAR);
        int left = 1024 - (layout.folder() + "data/").length();

        assertThat(layout.place(file("é".repeat(left / 2), "k"), Part.MEMBERS).key()).endsWith("é");
        assertThatThrownBy(() -> layout.place(file("é".repeat((left / 2) + 1), "k"), Part.MEMBERS))
                .isInstanceOf(UnarchivableException.class)
                .hasMessageContaining("1024 bytes");
    }
}
