package dev.tally.fixity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The algorithms a manifest may name, in the spelling it uses, with the length of their digests in bytes. */
public enum ChecksumAlgorithm {
    MD5(16), SHA1(20), SHA256(32), SHA512(64), CRC32(4), CRC32C(4), CRC64NVME(8);

    private final int length;

    ChecksumAlgorithm(int length) {
        this.length = length;
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

    /** All names, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(ChecksumAlgorithm::label).collect(Collectors.joining(", "));
    }
}
