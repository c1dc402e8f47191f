package dev.tally.fixity;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A CRC. Those of the platform are faster but cannot begin in the middle. */
final class RunningCrc implements RunningDigest {
    private final Crc crc;
    private long register;

    private RunningCrc(Crc crc, long register) {
        this.crc = crc;
        this.register = register;
    }

    static RunningCrc begin(Crc crc) {
        return new RunningCrc(crc, crc.ones());
    }

    static RunningCrc resume(Crc crc, byte[] state) {
        if (state.length != Long.BYTES || (ByteBuffer.wrap(state).getLong() & ~crc.ones()) != 0) {
            throw new IllegalArgumentException("Not a state of a CRC of " + crc.width() + " bytes");
        }
        return new RunningCrc(crc, ByteBuffer.wrap(state).getLong());
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        register = crc.update(register, bytes, offset, length);
    }

    @Override
    public byte[] state() {
        return ByteBuffer.allocate(Long.BYTES).putLong(register).array();
    }

    @Override
    public byte[] finish() {
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(register ^ crc.ones()).array();
        return Arrays.copyOfRange(value, Long.BYTES - crc.width(), Long.BYTES);
    }
}
