package dev.tally.cli.upload;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Crc64Nvme;

/**
 * The digests of a file, bytes after bytes. CRC-64/NVME only for those that go in parts: of them S3 stores it for the whole
 * object, and can thereby be asked later without reading a byte.
 */
final class Digests {
    private final MessageDigest sha256;
    private final Crc64Nvme crc = new Crc64Nvme();
    private final boolean withCrc;
    private long size;

    Digests(boolean withCrc) {
        this.withCrc = withCrc;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }

    void add(byte[] bytes, int length) {
        sha256.update(bytes, 0, length);
        if (withCrc) {
            crc.update(bytes, 0, length);
        }
        size += length;
    }

    /** Ends it. */
    Fingerprint fingerprint() {
        var digest = Checksum.of(ChecksumAlgorithm.SHA256, sha256.digest());
        return new Fingerprint(size, withCrc ? List.of(digest, checksum(crc)) : List.of(digest));
    }

    static Checksum crcOf(byte[] bytes, int length) {
        var crc = new Crc64Nvme();
        crc.update(bytes, 0, length);
        return checksum(crc);
    }

    static Checksum crc(String base64) {
        return Checksum.parse(ChecksumAlgorithm.CRC64NVME, base64);
    }

    private static Checksum checksum(Crc64Nvme crc) {
        return new Checksum(ChecksumAlgorithm.CRC64NVME, "%016x".formatted(crc.getValue()));
    }
}
