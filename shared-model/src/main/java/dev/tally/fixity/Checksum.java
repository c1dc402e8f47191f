package dev.tally.fixity;

import java.util.Base64;
import java.util.HexFormat;

import dev.tally.spelling.Spelling;

/**
 * A digest. Its text is hexadecimal in any letter case, or standard base64; which of the two is told by its
 * length and, at four bytes, by the padding of base64.
 * Digests are compared as bytes, so the letter case of hexadecimal means nothing and that of base64 does.
 *
 * @param hex lower-case hexadecimal
 */
public record Checksum(ChecksumAlgorithm algorithm, String hex) {
    public Checksum {
        if (hex.length() != algorithm.length() * 2) {
            throw new IllegalArgumentException("A " + algorithm.label() + " digest has " + algorithm.length()
                    + " bytes, " + algorithm.length() * 2 + " hexadecimal digits");
        }
    }

    public static Checksum of(ChecksumAlgorithm algorithm, byte[] digest) {
        return new Checksum(algorithm, HexFormat.of().formatHex(digest));
    }

    /**
     * Reads hexadecimal or base64.
     *
     * @throws IllegalArgumentException if it is neither, or of the wrong length; the message says what is expected
     */
    public static Checksum parse(ChecksumAlgorithm algorithm, String text) {
        int bytes = algorithm.length();
        if (text.length() == bytes * 2 && text.chars().allMatch(HexFormat::isHexDigit)) {
            return of(algorithm, HexFormat.of().parseHex(text));
        }
        if (text.length() == (bytes + 2) / 3 * 4) {
            try {
                return of(algorithm, Base64.getDecoder().decode(text));
            } catch (IllegalArgumentException notADigest) {
                // told below, with what would be right
            }
        }
        throw new IllegalArgumentException(
                Spelling.quote(text) + " is not a " + algorithm.label() + " digest: expected "
                        + bytes * 2 + " hexadecimal digits or " + (bytes + 2) / 3 * 4 + " characters of base64");
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    public String base64() {
        return Base64.getEncoder().encodeToString(bytes());
    }

    @Override
    public String toString() {
        return algorithm.label() + ':' + hex;
    }
}
