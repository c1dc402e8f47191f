package dev.tally.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 over texts, files and whole folders; where a file lies below its folder counts, when it was written does not. */
final class ContentHash {

    private final MessageDigest digest = sha256();

    ContentHash add(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return this;
    }

    ContentHash add(byte[] content) {
        digest.update((content.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(content);
        return this;
    }

    /** A file, or all files below a folder. */
    ContentHash add(Path path) {
        try (Stream<Path> below = Files.walk(path)) {
            var files = below.filter(Files::isRegularFile).sorted().toList();
            for (var file : files) {
                add(path.relativize(file).toString());
                add(ofFile(file));
            }
            return this;
        } catch (IOException problem) {
            throw new LocalCloudException("cannot read " + path, problem);
        }
    }

    ContentHash addAll(List<Path> paths) {
        paths.forEach(this::add);
        return this;
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The digest of a file alone, in hex. */
    static String ofFile(Path file) {
        var digest = sha256();
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
