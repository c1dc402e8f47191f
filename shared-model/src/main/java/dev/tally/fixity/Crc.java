package dev.tally.fixity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A cyclic redundancy check that is reflected, begins with all ones and ends inverted, as those are that S3 knows.
 * Eight bytes are taken at a time, through one table for each (the method called slicing).
 *
 * @see <a href="https://reveng.sourceforge.io/crc-catalogue/all.htm">Catalogue of parametrised CRC algorithms</a>
 */
final class Crc {
    /** Catalogued as CRC-32/ISO-HDLC. */
    static final Crc CRC32 = new Crc(0xedb88320L, Integer.BYTES);

    /** Catalogued as CRC-32/ISCSI. */
    static final Crc CRC32C = new Crc(0x82f63b78L, Integer.BYTES);

    /** Catalogued as CRC-64/NVME. */
    static final Crc CRC64NVME = new Crc(0x9a6c9329ac4bc9b5L, Long.BYTES);

    private static final VarHandle LITTLE_ENDIAN = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.LITTLE_ENDIAN);

    private final int width;

    /** {@code table[k][b]}: the remainder of byte b with k zero bytes behind it. */
    private final long[][] table = new long[Long.BYTES][256];

    /**
     * Prepares the tables.
     *
     * @param polynomial reflected, without its highest term
     * @param width bytes of the result
     */
    private Crc(long polynomial, int width) {
        this.width = width;
        for (int b = 0; b < 256; b++) {
            long remainder = b;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                remainder = (remainder >>> 1) ^ (polynomial & -(remainder & 1));
            }
            table[0][b] = remainder;
        }
        for (int k = 1; k < Long.BYTES; k++) {
            for (int b = 0; b < 256; b++) {
                long before = table[k - 1][b];
                table[k][b] = (before >>> Byte.SIZE) ^ table[0][(int) before & 0xff];
            }
        }
    }

    /** Bytes of the result. */
    int width() {
        return width;
    }

    /** The register at the beginning, which is also what is applied to it at the end. */
    long ones() {
        return -1L >>> (Long.SIZE - width * Byte.SIZE);
    }

    /** The register behind so many bytes more. */
    long update(long register, byte[] bytes, int offset, int length) {
        long crc = register;
        int at = offset;
        int end = offset + length;
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            long x = crc ^ (long) LITTLE_ENDIAN.get(bytes, at);
            crc = table[7][(int) x & 0xff] ^ table[6][(int) (x >>> 8) & 0xff] ^ table[5][(int) (x >>> 16) & 0xff]
                    ^ table[4][(int) (x >>> 24) & 0xff] ^ table[3][(int) (x >>> 32) & 0xff]
                    ^ table[2][(int) (x >>> 40) & 0xff] ^ table[1][(int) (x >>> 48) & 0xff]
                    ^ table[0][(int) (x >>> 56)];
        }
        for (; at < end; at++) {
            crc = (crc >>> Byte.SIZE) ^ table[0][(int) (crc ^ bytes[at]) & 0xff];
        }
        return crc;
    }
}
