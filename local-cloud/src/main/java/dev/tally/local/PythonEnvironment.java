package dev.tally.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A virtual environment: every package pinned with its hashes, in a folder of the user's cache, made once for each list of packages and Python version. */
public final class PythonEnvironment {

    private static final String REQUIREMENTS = "requirements.txt";
    private static final List<String> CANDIDATES = List.of("python3", "python3.14", "python3.13", "python3.12",
            "python3.11", "python3.10", "python");
    private static final String TELL_VERSION = "import sys; print('%d.%d' % sys.version_info[:2] if sys.version_info >= (3, 10) else '')";

    private final Python python;
    private final byte[] requirements;
    private final Path folder;

    private PythonEnvironment(Python python, byte[] requirements, Path folder) {
        this.python = python;
        this.requirements = requirements;
        this.folder = folder;
    }

    /** The emulator's, below the user's cache. */
    static PythonEnvironment ofEmulator(Path cache) {
        return in(cache.resolve("emulator"), PinnedResource.bytes(REQUIREMENTS));
    }

    /**
     * The environment with these packages; nothing is installed yet.
     *
     * @param parent holds the environments of one purpose, and may not exist
     * @param requirements what {@code pip install --require-hashes} takes
     * @throws LocalCloudException if there is no Python 3.10 or newer
     */
    public static PythonEnvironment in(Path parent, byte[] requirements) {
        var python = Python.find();
        var name = new ContentHash().add(requirements)
                .add(python.version)
                .add(python.command)
                .hex()
                .substring(0, 16);
        return new PythonEnvironment(python, requirements.clone(), parent.resolve(name));
    }

    boolean isInstalled() {
        return CachedInstallation.exists(folder);
    }

    /**
     * The interpreter that has the packages, whose commands stand beside it. Installs them where that was not done before.
     *
     * @throws LocalCloudException if they cannot be installed
     */
    public Path interpreter() {
        CachedInstallation.obtain(folder, this::install);
        return folder.resolve("bin/python");
    }

    private void install(Path target) {
        var log = target.resolve("install.log");
        new Command(List.of(python.command, "-m", "venv", target.toString()), target, Map.of(), log)
                .run("Making a Python environment (on Debian and Ubuntu this needs the package python3-venv)");
        var list = target.resolve(REQUIREMENTS);
        try {
            Files.write(list, requirements);
        } catch (IOException problem) {
            throw new LocalCloudException("cannot write " + list, problem);
        }
        new Command(
                List.of(target.resolve("bin/python").toString(), "-m", "pip", "install", "--quiet",
                        "--disable-pip-version-check", "--no-input", "--require-hashes",
                        "-r", list.toString()),
                target, Map.of(), log).run("Installing Python packages");
    }

    private record Python(String command, String version) {

        static Python find() {
            for (var command : CANDIDATES) {
                var version = version(command);
                if (version.isPresent()) {
                    return new Python(command, version.get());
                }
            }
            throw new LocalCloudException("Python 3.10 or newer is needed; none of "
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
