package dev.tally.fixity;

/** A digest over bytes that come in pieces, whose state can be put away between two pieces. */
sealed interface RunningDigest permits RunningHash, RunningCrc, PlatformHash {
    void update(byte[] bytes, int offset, int length);

    /** All that it has to remember. Not every one lets go of it. */
    byte[] state();

    /** The digest; nothing may follow. */
    byte[] finish();

    static RunningDigest begin(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5, SHA1, SHA256, SHA512 -> RunningHash.begin(algorithm);
            case CRC32 -> RunningCrc.begin(Crc.CRC32);
            case CRC32C -> RunningCrc.begin(Crc.CRC32C);
            case CRC64NVME -> RunningCrc.begin(Crc.CRC64NVME);
        };
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if it is none of that algorithm
     */
    static RunningDigest resume(ChecksumAlgorithm algorithm, byte[] state) {
        return switch (algorithm) {
            case MD5, SHA1, SHA256, SHA512 -> RunningHash.resume(algorithm, state);
            case CRC32 -> RunningCrc.resume(Crc.CRC32, state);
            case CRC32C -> RunningCrc.resume(Crc.CRC32C, state);
            case CRC64NVME -> RunningCrc.resume(Crc.CRC64NVME, state);
        };
    }
}
