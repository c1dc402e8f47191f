package dev.tally.cli.upload;

import java.util.List;
import java.util.Optional;

/** What became of a file that was to be sent. */
public sealed interface Sending {
    LocalFile file();

    /**
     * It is there: S3 was asked afterwards.
     *
     * @param verified what of the stored object was compared with what was sent: {@code size}, and the checksum if S3 has one
     */
    record Sent(LocalFile file, String key, Fingerprint fingerprint, Optional<String> versionId, List<String> verified)
            implements
                Sending {
        public Sent {
            verified = List.copyOf(verified);
        }
    }

    /**
     * It is not there, or not as it should be.
     *
     * @param hopeless whether any other file would meet the same
     */
    record NotSent(LocalFile file, String key, String reason, boolean hopeless) implements Sending {}

    /** It was not tried, since others were hopeless. */
    record NotTried(LocalFile file) implements Sending {}
}
