package dev.tally.cli.upload;

import java.util.EnumSet;
import java.util.Set;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;

/** Which digests are taken of what is sent. */
final class Digests {
    /** What S3 compares of a file that goes whole. */
    private static final Set<ChecksumAlgorithm> WHOLE = EnumSet.of(ChecksumAlgorithm.SHA256);

    /** Of one in parts S3 keeps no SHA-256, but the CRC-64/NVME of all of it: thereby it can be asked later without reading a byte. */
    private static final Set<ChecksumAlgorithm> IN_PARTS = EnumSet.of(ChecksumAlgorithm.SHA256,
            ChecksumAlgorithm.CRC64NVME);

    private final Digester digester;

    private Digests(Set<ChecksumAlgorithm> algorithms) {
        digester = Digester.inOneGo(algorithms);
    }

    static Digests ofWhole() {
        return new Digests(WHOLE);
    }

    static Digests ofParts() {
        return new Digests(IN_PARTS);
    }

    /** Of a single part. */
    static Digests ofPart() {
        return new Digests(EnumSet.of(ChecksumAlgorithm.CRC64NVME));
    }

    void add(byte[] bytes, int length) {
        digester.update(bytes, 0, length);
    }

    /** Ends it. */
    Fingerprint fingerprint() {
        return new Fingerprint(digester.count(), digester.finish());
    }

    static Checksum crcOf(byte[] bytes) {
        var crc = ofPart();
        crc.add(bytes, bytes.length);
        return crc.fingerprint().crc64nvme();
    }

    static Checksum crc(String base64) {
        return Checksum.parse(ChecksumAlgorithm.CRC64NVME, base64);
    }
}
