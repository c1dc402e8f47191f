package dev.tally.cli.upload;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import dev.tally.fixity.Checksum;

/** Compares an object as S3 says it is stored with what was sent. */
final class StoredCheck {
    private StoredCheck() {}

    /**
     * @param parts the CRC-64 of each part, empty if it went whole
     * @return what was compared; a claim is only made where there was something to compare
     * @throws SendingException if something differs
     */
    static List<String> compare(HeadObjectResponse stored, Fingerprint sent, List<Checksum> parts) {
        if (stored.contentLength() == null || stored.contentLength() != sent.size()) {
            throw new SendingException("S3 has " + stored.contentLength() + " bytes of the " + sent.size() + " sent");
        }
        return checksum(stored, sent, parts).map(name -> List.of("size", name)).orElse(List.of("size"));
    }

    private static Optional<String> checksum(HeadObjectResponse stored, Fingerprint sent, List<Checksum> parts) {
        if (parts.isEmpty()) {
            return same("sha256", stored.checksumSHA256(), sent.sha256().base64());
        }
        var found = stored.checksumCRC64NVME();
        if (found == null || !found.contains("-")) {
            return same("crc64nvme", found, sent.crc64nvme().base64());
        }
        // Some stores keep a digest of the parts' digests instead, with the number of parts behind it.
        return same("crc64nvme of parts", found, ofParts(parts));
    }

    private static Optional<String> same(String name, @Nullable String stored, String sent) {
        if (stored == null) {
            return Optional.empty();
        }
        if (!stored.equals(sent)) {
            throw new SendingException(
                    "S3 has other bytes: its " + name + " is " + stored + ", of what was sent it is " + sent);
        }
        return Optional.of(name);
    }

    private static String ofParts(List<Checksum> parts) {
        var digests = new ByteArrayOutputStream();
        parts.forEach(part -> digests.writeBytes(part.bytes()));
        return Digests.crcOf(digests.toByteArray()).base64() + "-" + parts.size();
    }
}
