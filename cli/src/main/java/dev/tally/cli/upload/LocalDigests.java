package dev.tally.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import dev.tally.fixity.Checksum;

/**
 * What a file would have if it were sent.
 *
 * @param parts the CRC-64 of each part, empty if it would go whole
 */
record LocalDigests(Fingerprint fingerprint, List<Checksum> parts) {
    private static final int BUFFER = 1 << 16;

    LocalDigests {
        parts = List.copyOf(parts);
    }

    /** @throws IOException if it cannot be read, or is not what was found */
    static LocalDigests of(LocalFile file, PartSize partSize) throws IOException {
        if (!partSize.isInParts(file.size())) {
            return new LocalDigests(file.fingerprint(), List.of());
        }
        var whole = Digests.ofParts();
        var parts = new ArrayList<Checksum>();
        try (var in = Files.newInputStream(file.path())) {
            for (long rest = file.size(); rest > 0; rest -= partSize.of(file.size())) {
                parts.add(part(in, Math.min(partSize.of(file.size()), rest), whole));
            }
        }
        if (file.hasChanged()) {
            throw new IOException(file.path() + " was written to while it was read");
        }
        return new LocalDigests(whole.fingerprint(), parts);
    }

    private static Checksum part(InputStream in, long length, Digests whole) throws IOException {
        var digests = Digests.ofPart();
        byte[] buffer = new byte[BUFFER];
        for (long rest = length; rest > 0;) {
            int read = in.read(buffer, 0, (int) Math.min(BUFFER, rest));
            if (read < 0) {
                break; // it became shorter, which its size tells
            }
            whole.add(buffer, read);
            digests.add(buffer, read);
            rest -= read;
        }
        return digests.fingerprint().crc64nvme();
    }
}
