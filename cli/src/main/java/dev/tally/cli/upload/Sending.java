package dev.tally.cli.upload;

import java.util.List;
import java.util.Optional;

/** What became of a file that was to be sent. */
public sealed interface Sending {
    LocalFile file();

    /** It is there: S3 was asked. */
    sealed interface Stored extends Sending {
        String key();

        Fingerprint fingerprint();

        Optional<String> versionId();

        /** What of the stored object was compared with the file: {@code size}, and the checksum if S3 has one. */
        List<String> verified();
    }

    /**
     * It was sent.
     *
     * @param kept bytes in parts that an earlier upload had sent, and that were not sent again
     */
    record Sent(LocalFile file, String key, Fingerprint fingerprint, Optional<String> versionId, List<String> verified,
            long kept) implements Stored {
        public Sent {
            verified = List.copyOf(verified);
        }
    }

    /** It had been there before, with the same bytes, and was not sent again. */
    record There(LocalFile file, String key, Fingerprint fingerprint, Optional<String> versionId, List<String> verified)
            implements
                Stored {
        public There {
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
