package dev.tally.local;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

import com.amazonaws.services.lambda.runtime.Context;

import dev.tally.local.host.FunctionHost;

/**
 * The class path of the function host: its own package and Lambda's interfaces, taken from wherever this JVM has them (class folder, jar, or one jar of everything)
 * into a folder of the cache, so that a build that rewrites them does not pull them from under a running host.
 */
final class HostClasses {

    private static final Map<Class<?>, String> PARTS = Map.of(FunctionHost.class, "dev/tally/local/host", Context.class,
            "com/amazonaws/services/lambda/runtime");

    private final SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    private final String hash;

    HostClasses() {
        PARTS.entrySet()
                .stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(part -> collect(part.getKey(), part.getValue()));
        var content = new ContentHash();
        files.forEach((name, bytes) -> content.add(name).add(bytes));
        hash = content.hex().substring(0, 16);
    }

    String hash() {
        return hash;
    }

    Path in(Path cache) {
        return CachedInstallation.obtain(cache.resolve("host").resolve(hash),
                folder -> files.forEach((name, bytes) -> write(folder.resolve(name), bytes)));
    }

    private void collect(Class<?> example, String folder) {
        try {
            var source = Path.of(example.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(source)) {
                collect(source, folder);
            } else {
                try (var jar = FileSystems.newFileSystem(source)) {
                    collect(jar.getPath("/"), folder);
                }
            }
        } catch (IOException | URISyntaxException problem) {
            throw new LocalCloudException("cannot read the classes of the function host", problem);
        }
    }

    private void collect(Path root, String folder) throws IOException {
        try (var below = Files.walk(root.resolve(folder))) {
            for (var file : below.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
                files.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }

    private static void write(Path target, byte[] bytes) {
        try {
            Files.createDirectories(target.getParent());
            Files.write(target, bytes);
        } catch (IOException problem) {
            throw new LocalCloudException("cannot write " + target, problem);
        }
    }
}
