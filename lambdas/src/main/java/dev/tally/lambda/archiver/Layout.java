package dev.tally.lambda.archiver;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import dev.tally.aws.WorkFiles;
import dev.tally.dataset.ArchivePolicy.Part;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.storage.Entry;

/**
 * Where things of a delivery lie in the archive, below
 * {@code <prefix><yyyy>/<MM>/<dd>/<delivery>/<revision>/}, the day of its registration in UTC:
 *
 * <pre>
 * data/<path>                members
 * elsewhere/<bucket>/<key>   members that the manifest names by their URI
 * outputs/<path>             what the job wrote
 * delivery.json              the seal
 * </pre>
 *
 * @param bucket of the archive
 * @param folder ends with a slash
 */
record Layout(String bucket, String folder) {
    /** Of S3, in UTF-8. */
    private static final int LONGEST_KEY = 1024;
    /** {@code uuuu}, since {@code YYYY} is the year of the week, which differs in the days around New Year. */
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu/MM/dd", Locale.ROOT)
            .withZone(
                    ZoneOffset.UTC);

    static Layout of(String bucket, String prefix, DeliveryKey delivery, Instant registered) {
        return new Layout(bucket, prefix + DAY.format(registered) + '/' + WorkFiles.encoded(delivery.id().name()) + '/'
                + delivery.revision() + '/');
    }

    FileRef seal() {
        return new FileRef(bucket, folder + "delivery.json");
    }

    /** @throws UnarchivableException if its path leads out of the folder, or makes too long a key */
    FileRef place(Entry.File file, Part part) {
        String key = folder + switch (part) {
            case MEMBERS -> file.path().equals(file.file().uri())
                    ? "elsewhere/" + file.file().bucket() + '/' + contained(file.file().key())
                    : "data/" + contained(file.path());
            case OUTPUTS -> "outputs/" + contained(file.path());
        };
        if (key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
            throw new UnarchivableException(
                    "The archive's key of " + file.file() + " would be longer than " + LONGEST_KEY
                            + " bytes: " + key);
        }
        return new FileRef(bucket, key);
    }

    /**
     * Paths are literal: nothing is decoded, and a name with an encoded slash in it is only a name. But who unpacks an
     * archive makes files of them, and must stay within the folder.
     */
    private static String contained(String path) {
        for (String name : path.split("/", -1)) {
            if (name.isEmpty() || name.equals(".") || name.equals("..")) {
                throw new UnarchivableException('"' + path + "\" cannot be kept in a folder of the archive: it has an "
                        + "empty, \".\" or \"..\" part");
            }
        }
        if (path.chars().anyMatch(Character::isISOControl)) {
            throw new UnarchivableException("A path with a control character cannot be kept in the archive: "
                    + path.codePoints()
                            .mapToObj(c -> Character.isISOControl(c)
                                    ? String.format("\\u%04x", c)
                                    : Character.toString(c))
                            .reduce("", String::concat));
        }
        return path;
    }
}
