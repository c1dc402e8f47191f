package dev.tally.manifest;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.file.FileRef;
import dev.tally.spelling.Spelling;

/**
 * Where a manifest lies, which decides what its paths mean. A path is literal: nothing in it is decoded or normalised,
 * so {@code %2e} is three characters and a backslash is one.
 *
 * <pre>
 * path     = relative | "s3://" bucket "/" key | "delivery:" dataset "/" name
 * relative = name ("/" name)*         below the folder of the manifest
 * </pre>
 *
 * where the bucket is the landing bucket and the key lies within the dataset's prefixes.
 *
 * @param contentEncoding what the manifest object was stored with, if anything
 */
public record ManifestScope(FileRef manifest, Dataset dataset, String landingBucket,
        Optional<String> contentEncoding) {
    /** Bytes of UTF-8 in a key of S3. */
    public static final int LONGEST_KEY = 1024;

    private static final int LONGEST_FALLBACK = 120;
    private static final String S3 = "s3://";
    private static final String DELIVERY = "delivery:";
    private static final Pattern WINDOWS = Pattern.compile("[A-Za-z]:[\\\\/].*|\\\\\\\\.*", Pattern.DOTALL);
    private static final Pattern SLASH = Pattern.compile("/");

    public ManifestScope(FileRef manifest, Dataset dataset, String landingBucket) {
        this(manifest, dataset, landingBucket, Optional.empty());
    }

    /** The name of the delivery if the manifest states none: that of the file, without its suffix. */
    public String defaultName() {
        String key = manifest.key();
        String file = key.substring(key.lastIndexOf('/') + 1);
        return dataset.formatOf(key).map(format -> format.withoutSuffix(file)).orElse(file);
    }

    /** The default name, or what of the file's name can be a name: a rejected delivery must be found under some. */
    public String fallbackName() {
        if (DeliveryId.isName(defaultName())) {
            return defaultName();
        }
        String key = manifest.key();
        return key.substring(key.lastIndexOf('/') + 1)
                .codePoints()
                .limit(LONGEST_FALLBACK)
                .map(character -> Character.isISOControl(character) ? '_' : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The folder of the manifest: empty, or with a slash at its end. */
    public String folder() {
        return manifest.key().substring(0, manifest.key().lastIndexOf('/') + 1);
    }

    /**
     * The file that a member's path means.
     *
     * @throws IllegalArgumentException if it means none that a member may be; the message says why
     */
    public FileRef resolve(String path) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("a path has at least one character");
        }
        checkPrintable(path);
        if (path.startsWith(DELIVERY)) {
            DeliveryId id = DeliveryId.parse(path.substring(DELIVERY.length()));
            return FileRef.ofDelivery(id.dataset(), id.name());
        }
        if (WINDOWS.matcher(path).matches()) {
            throw refusal(path, "is a path of Windows; a member's path is relative, with / between its parts");
        }
        FileRef file = path.startsWith(S3) ? absolute(path) : relative(path);
        if (!dataset.owns(file.key())) {
            throw refusal(path, "lies outside dataset " + dataset.name() + ", which has "
                    + String.join(", ", dataset.prefixes()));
        }
        int bytes = file.key().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_KEY) {
            throw refusal(path, "makes a key of " + bytes + " bytes of UTF-8; S3 takes at most " + LONGEST_KEY);
        }
        if (file.equals(manifest)) {
            throw refusal(path, "is the manifest itself, which cannot be a member");
        }
        return file;
    }

    private FileRef relative(String path) {
        if (path.startsWith("/")) {
            throw refusal(path, "is absolute; a member's path is relative to the manifest's folder, or an s3:// URI");
        }
        checkParts(path, path);
        return new FileRef(landingBucket, folder() + path);
    }

    private FileRef absolute(String uri) {
        int slash = uri.indexOf('/', S3.length());
        if (slash <= S3.length()) {
            throw refusal(uri, "is not an s3://bucket/key URI");
        }
        String bucket = uri.substring(S3.length(), slash);
        if (!bucket.equals(landingBucket)) {
            throw refusal(uri, "is not in the landing bucket " + landingBucket);
        }
        String key = uri.substring(slash + 1);
        checkParts(key, uri);
        return new FileRef(bucket, key);
    }

    private static void checkParts(String key, String path) {
        if (key.endsWith("/")) {
            throw refusal(path, "ends with a slash; a folder is not a file");
        }
        for (String part : SLASH.split(key, -1)) {
            if (part.isEmpty()) {
                throw refusal(path, "has a part without a name");
            }
            if (part.equals(".") || part.equals("..")) {
                throw refusal(path, "has the part \"" + part + "\"; a key is literal, so say where the file really is");
            }
        }
    }

    /**
     * Control characters break listings and logs, and half a surrogate pair has no UTF-8.
     *
     * @throws IllegalArgumentException if the text has one
     */
    static void checkPrintable(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw refusal(text, "has a control character");
        }
        if (!hasUtf8(text)) {
            throw refusal(text, "has half a surrogate pair");
        }
    }

    /** Whether all its surrogates are in pairs. */
    static boolean hasUtf8(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
                return false;
            }
        }
        return true;
    }

    private static IllegalArgumentException refusal(String path, String why) {
        return new IllegalArgumentException(Spelling.quote(path) + ' ' + why);
    }
}
