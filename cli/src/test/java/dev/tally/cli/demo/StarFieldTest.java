package dev.tally.cli.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

final class StarFieldTest {
    @TempDir
    private Path folder;

    @Test
    void filesAreFits() throws IOException {
        byte[] file = written(new StarField().image(7, 40));
        assertThat(file.length % 2880).isZero();
        String header = new String(file, 0, 2880, StandardCharsets.US_ASCII);
        assertThat(header).startsWith("SIMPLE  =                    T /");
        assertThat(header.substring(80, 110)).isEqualTo("BITPIX  =                   16");
        assertThat(header.substring(12 * 80, 13 * 80)).isEqualTo("END" + " ".repeat(77));
        assertThat(header).matches("[ -~]{2880}")
                .contains("NAXIS1  =                  160", "DATE-OBS= '2026-11-30T01:48:00'");
        int values = StarField.WIDTH * StarField.HEIGHT;
        assertThat(file).hasSize(2880 + Math.ceilDiv(2 * values, 2880) * 2880);
        assertThat(Arrays.copyOfRange(file, 2880 + 2 * values, file.length)).containsOnly(0);
    }

    @Test
    void theSkyIsInThem() throws IOException {
        byte[] file = written(new StarField().image(1, 40));
        var values = ByteBuffer.wrap(file, 2880, 2 * StarField.WIDTH * StarField.HEIGHT).slice().asShortBuffer();
        double sum = 0;
        int brightest = 0;
        while (values.hasRemaining()) {
            short value = values.get();
            sum += value;
            brightest = Math.max(brightest, value);
        }
        assertThat(sum / (StarField.WIDTH * StarField.HEIGHT)).isBetween(1200.0, 1300.0);
        assertThat(brightest).isGreaterThan(3000);
    }

    @Test
    void everyRunMakesTheSameBytesAndEveryExposureOthers() throws IOException {
        new StarField().write(folder, 2);
        byte[] first = Files.readAllBytes(folder.resolve(StarField.name(1)));
        assertThat(written(new StarField().image(1, 2))).isEqualTo(first);
        assertThat(Files.readAllBytes(folder.resolve(StarField.name(2)))).isNotEqualTo(first);
    }

    private static byte[] written(FitsImage image) throws IOException {
        var out = new ByteArrayOutputStream();
        image.write(out);
        return out.toByteArray();
    }
}
