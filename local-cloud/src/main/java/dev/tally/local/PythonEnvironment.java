package dev.tally.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The emulator's virtual environment: every package pinned with its hashes, below the user's cache, made once for each list of packages and Python version. */
final class PythonEnvironment {

    private static final String REQUIREMENTS = "requirements.txt";
    private static final List<String> CANDIDATES = List.of("python3", "python3.14", "python3.13", "python3.12",
            "python3.11", "python3.10", "python");
    private static final String TELL_VERSION = "import sys; print('%d.%d' % sys.version_info[:2] if sys.version_info >= (3, 10) else '')";

    private final Python python;
    private final Path folder;

    private PythonEnvironment(Python python, Path folder) {
        this.python = python;
        this.folder = folder;
    }

    static PythonEnvironment in(Path cache) {
        var python = Python.find();
        var name = new ContentHash().add(PinnedResource.bytes(REQUIREMENTS))
                .add(python.version)
                .add(python.command)
                .hex()
                .substring(0, 16);
        return new PythonEnvironment(python, cache.resolve("emulator").resolve(name));
    }

    boolean isInstalled() {
        return CachedInstallation.exists(folder);
    }

    /** The interpreter that has the emulator. */
    Path interpreter() {
        CachedInstallation.obtain(folder, this::install);
        return folder.resolve("bin/python");
    }

    private void install(Path target) {
        var log = target.resolve("install.log");
        new Command(List.of(python.command, "-m", "venv", target.toString()), target, Map.of(), log)
                .run("Making a Python environment (on Debian and Ubuntu this needs the package python3-venv)");
        var requirements = PinnedResource.writeTo(target, REQUIREMENTS);
        new Command(
                List.of(target.resolve("bin/python").toString(), "-m", "pip", "install", "--quiet",
                        "--disable-pip-version-check", "--no-input", "--require-hashes",
                        "-r", requirements.toString()),
                target, Map.of(), log).run("Installing the emulator");
    }

    private record Python(String command, String version) {

        static Python find() {
            for (var command : CANDIDATES) {
                var version = version(command);
                if (version.isPresent()) {
                    return new Python(command, version.get());
                }
            }
            throw new LocalCloudException("The local cloud needs Python 3.10 or newer; none of "
                    + String.join(", ", CANDIDATES) + " on the PATH is.");
        }

        private static Optional<String> version(String command) {
            try {
                var process = new ProcessBuilder(command, "-c", TELL_VERSION)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                var version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                return process.waitFor() == 0 && !version.isEmpty() ? Optional.of(version) : Optional.empty();
            } catch (IOException notThere) {
                return Optional.empty();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
    }
}
