package dev.tally.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that ship in this module's jar. */
final class PinnedResource {

    private PinnedResource() {}

    static byte[] bytes(String name) {
        try (var in = PinnedResource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: " + name);
            }
            return in.readAllBytes();
        } catch (IOException problem) {
            throw new LocalCloudException("cannot read " + name, problem);
        }
    }

    static Path writeTo(Path directory, String name) {
        try {
            Files.createDirectories(directory);
            return Files.write(directory.resolve(name), bytes(name));
        } catch (IOException problem) {
            throw new LocalCloudException("cannot write " + name + " to " + directory, problem);
        }
    }
}
