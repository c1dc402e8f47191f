package dev.tally.cli.upload;

import java.util.List;
import java.util.OptionalLong;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;

/** Size and digests of a file, as they go into the manifest. */
public record Fingerprint(long size, List<Checksum> checksums) {
    public Fingerprint {
        checksums = List.copyOf(checksums);
    }

    /** As a manifest states it. */
    public Fixity fixity() {
        return new Fixity(OptionalLong.of(size), checksums);
    }

    /** The SHA-256, which every fingerprint of a file has. */
    public Checksum sha256() {
        return of(ChecksumAlgorithm.SHA256);
    }

    /** The CRC-64/NVME, which parts have, and files that go in parts. */
    Checksum crc64nvme() {
        return of(ChecksumAlgorithm.CRC64NVME);
    }

    private Checksum of(ChecksumAlgorithm algorithm) {
        return checksums.stream().filter(checksum -> checksum.algorithm() == algorithm).findFirst().orElseThrow();
    }
}
