package dev.tally.fixity;

import org.bouncycastle.crypto.ExtendedDigest;
import org.bouncycastle.crypto.digests.EncodableDigest;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;

/** MD5 and the SHA family. Those of the platform are faster but do not let go of their state. */
final class RunningHash implements RunningDigest {
    private final ExtendedDigest digest;
    private final EncodableDigest encodable;

    private <D extends ExtendedDigest & EncodableDigest> RunningHash(D digest) {
        this.digest = digest;
        this.encodable = digest;
    }

    static RunningHash begin(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5 -> new RunningHash(new MD5Digest());
            case SHA1 -> new RunningHash(new SHA1Digest());
            case SHA256 -> new RunningHash(new SHA256Digest());
            case SHA512 -> new RunningHash(new SHA512Digest());
            case CRC32, CRC32C, CRC64NVME -> throw new IllegalArgumentException(algorithm.label() + " is no hash");
        };
    }

    static RunningHash resume(ChecksumAlgorithm algorithm, byte[] state) {
        try {
            return switch (algorithm) {
                case MD5 -> new RunningHash(new MD5Digest(state));
                case SHA1 -> new RunningHash(new SHA1Digest(state));
                case SHA256 -> new RunningHash(new SHA256Digest(state));
                case SHA512 -> new RunningHash(new SHA512Digest(state));
                case CRC32, CRC32C, CRC64NVME -> throw new IllegalArgumentException(algorithm.label() + " is no hash");
            };
        } catch (IndexOutOfBoundsException cutOff) {
            throw new IllegalArgumentException("Not a state of " + algorithm.label(), cutOff);
        }
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    @Override
    public byte[] state() {
        return encodable.getEncodedState();
    }

    @Override
    public byte[] finish() {
        byte[] value = new byte[digest.getDigestSize()];
        digest.doFinal(value, 0);
        return value;
    }
}
