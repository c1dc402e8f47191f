package dev.tally.cli.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An image of 16-bit integers as a FITS file: a header of 80-character cards, then the values, big-endian and row by row from
 * below, each filled up to a multiple of 2880 bytes (FITS Standard 4.0, sections 3 and 4).
 */
final class FitsImage {
    private static final int BLOCK = 2880;
    private static final int CARD = 80;
    private static final int LONGEST_STRING = 68;

    private final int width;
    private final int height;
    private final short[] values;
    private final List<String> cards = new ArrayList<>();

    /** @param values row by row from below, width × height of them */
    FitsImage(int width, int height, short[] values) {
        if (values.length != width * height) {
            throw new IllegalArgumentException(values.length + " values for " + width + " × " + height);
        }
        this.width = width;
        this.height = height;
        this.values = values.clone();
        fixed("SIMPLE", "T", "conforms to the FITS standard");
        fixed("BITPIX", "16", "bits of a value, as an integer");
        fixed("NAXIS", "2", "an image");
        fixed("NAXIS1", Integer.toString(width), "columns");
        fixed("NAXIS2", Integer.toString(height), "rows");
    }

    FitsImage with(String keyword, String text, String comment) {
        if (text.length() > LONGEST_STRING || text.indexOf('\'') >= 0) {
            throw new IllegalArgumentException("Not a value of a card: " + text);
        }
        add(String.format(Locale.ROOT, "%-8s= '%-8s' / %s", keyword, text, comment));
        return this;
    }

    FitsImage with(String keyword, double number, String comment) {
        fixed(keyword, String.format(Locale.ROOT, "%.3f", number), comment);
        return this;
    }

    FitsImage with(String keyword, int number, String comment) {
        fixed(keyword, Integer.toString(number), comment);
        return this;
    }

    void write(OutputStream out) throws IOException {
        var header = new StringBuilder();
        cards.forEach(header::append);
        header.append(String.format("%-80s", "END"));
        out.write(filled(header.toString().getBytes(StandardCharsets.US_ASCII), (byte) ' '));
        var data = ByteBuffer.allocate(width * height * Short.BYTES);
        data.asShortBuffer().put(values);
        out.write(filled(data.array(), (byte) 0));
    }

    /** Numbers and truths end in column 30. */
    private void fixed(String keyword, String value, String comment) {
        add(String.format(Locale.ROOT, "%-8s= %20s / %s", keyword, value, comment));
    }

    private void add(String card) {
        cards.add(String.format("%-" + CARD + "." + CARD + "s", card));
    }

    private static byte[] filled(byte[] bytes, byte filler) {
        byte[] blocks = new byte[Math.ceilDiv(bytes.length, BLOCK) * BLOCK];
        Arrays.fill(blocks, filler);
        System.arraycopy(bytes, 0, blocks, 0, bytes.length);
        return blocks;
    }
}
