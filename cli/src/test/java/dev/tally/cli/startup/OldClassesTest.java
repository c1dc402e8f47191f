package dev.tally.cli.startup;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

final class OldClassesTest {
    @TempDir
    private Path folder;

    @Test
    void classesOfJava5BecomeClassesOfJava8ThatWorkAsBefore() throws Exception {
        var jar = copyOfPicocli();
        int entries = entries(jar);
        assertThat(OldClasses.modernise(jar)).isTrue();
        assertThat(entries(jar)).isEqualTo(entries);
        assertThat(OldClasses.modernise(jar)).as("a second time").isFalse();
        try (var file = new JarFile(jar.toFile());
                var loader = new URLClassLoader(new URL[]{jar.toUri().toURL()}, null)) {
            for (var entry : file.stream()
                    .filter(one -> one.getName().startsWith("picocli/") && one.getName().endsWith(".class"))
                    .toList()) {
                // Initialising a class verifies it.
                Class.forName(entry.getName().replace('/', '.').replace(".class", ""), true, loader);
            }
            var type = loader.loadClass(CommandLine.class.getName());
            assertThat(type).isNotSameAs(CommandLine.class);
            assertThat(type.getField("VERSION").get(null)).isEqualTo(CommandLine.VERSION);
        }
    }

    private Path copyOfPicocli() throws IOException, URISyntaxException {
        var source = Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return Files.copy(source, folder.resolve("picocli.jar"));
    }

    private static int entries(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.size();
        }
    }
}
