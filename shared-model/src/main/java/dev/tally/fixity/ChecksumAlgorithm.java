package dev.tally.fixity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The algorithms a manifest may name, in the spelling it uses, with the length of their digests in bytes. */
public enum ChecksumAlgorithm {
    MD5(1, 16), SHA1(2, 20), SHA256(3, 32), SHA512(4, 64), CRC32(5, 4), CRC32C(6, 4), CRC64NVME(7, 8);

    private final int code;
    private final int length;

    ChecksumAlgorithm(int code, int length) {
        this.code = code;
        this.length = length;
    }

    /** A number for compact storage, 1 to 127, that will never mean another one. */
    public int code() {
        return code;
    }

    /** Bytes of a digest. */
    public int length() {
        return length;
    }

    /** The name in manifests, events and messages: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The algorithm of that name, whatever its letter case and hyphens ({@code SHA-256}). */
    public static Optional<ChecksumAlgorithm> of(String label) {
        String wanted = label.replace("-", "").toUpperCase(Locale.ROOT);
        return Arrays.stream(values()).filter(a -> a.name().equals(wanted)).findFirst();
    }

    /** The algorithm of that {@link #code()}. */
    public static Optional<ChecksumAlgorithm> of(int code) {
        return Arrays.stream(values()).filter(a -> a.code == code).findFirst();
    }

    /** All names, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(ChecksumAlgorithm::label).collect(Collectors.joining(", "));
    }
}
