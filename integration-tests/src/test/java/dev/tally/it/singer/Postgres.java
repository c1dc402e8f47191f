package dev.tally.it.singer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.tally.local.FreePort;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * A PostgreSQL of the tests' own: on a free port of 127.0.0.1, with its data in a folder that is gone afterwards. It refuses to run as
 * root, so there it runs as the user that Debian's package makes for it.
 */
final class Postgres implements AutoCloseable {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";
    private static final int ATTEMPTS = 100;

    private final Path folder;
    private final Path programs;
    private final int port;
    private final Process server;

    private Postgres(Path folder, Path programs, int port, Process server) {
        this.folder = folder;
        this.programs = programs;
        this.port = port;
        this.server = server;
    }

    /** Where none is installed, the test is skipped. */
    static Postgres start() throws IOException, InterruptedException {
        Path programs = programs().orElseGet(() -> abort("PostgreSQL is not installed (Debian package: postgresql)"));
        Path folder = Files.createTempDirectory("tally-postgres");
        if (isRoot()) {
            Files.setOwner(folder, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
        }
        Path log = folder.resolve("log");
        String data = folder.resolve("data").toString();
        var made = unprivileged(folder, programs.resolve("initdb").toString(), "-D", data, "-U", USER, "-A", "trust",
                "-E", "UTF8", "--locale=C.UTF-8", "--no-sync").redirectOutput(log.toFile()).start();
        if (made.waitFor() != 0) {
            throw new IOException("initdb failed: " + Files.readString(log));
        }
        int port = FreePort.any();
        var server = unprivileged(folder, programs.resolve("postgres").toString(), "-D", data, "-c", "port=" + port,
                "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off")
                .redirectOutput(log.toFile())
                .start();
        var started = new Postgres(folder, programs, port, server);
        started.awaitReady(log);
        return started;
    }

    int port() {
        return port;
    }

    /** The rows that a query gives, as PostgreSQL's COPY writes them. */
    List<String> rows(String query) throws IOException, InterruptedException {
        return psql("COPY (" + query + ") TO STDOUT");
    }

    List<String> psql(String statement) throws IOException, InterruptedException {
        Path err = Files.createTempFile("psql", ".txt");
        try {
            var psql = new ProcessBuilder(programs.resolve("psql").toString(), "-X", "-q", "-v", "ON_ERROR_STOP=1",
                    "-h",
                    "127.0.0.1", "-p", Integer.toString(port), "-U", USER, "-c", statement, "postgres")
                    .redirectError(err.toFile())
                    .start();
            List<String> lines;
            try (var reader = psql.inputReader()) {
                lines = reader.readAllLines();
            }
            if (psql.waitFor() != 0) {
                throw new IOException(statement + ": " + Files.readString(err));
            }
            return lines;
        } finally {
            Files.delete(err);
        }
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        try {
            if (!server.waitFor(10, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        for (int attempt = 1;; attempt++) {
            try {
                psql("SELECT 1");
                return;
            } catch (IOException notYet) {
                if (attempt == ATTEMPTS || !server.isAlive()) {
                    throw new IOException("PostgreSQL does not start: " + Files.readString(log), notYet);
                }
                MILLISECONDS.sleep(100);
            }
        }
    }

    private static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        try (var versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparingInt(bin -> Integer.parseInt(bin.getParent().getFileName().toString())));
        }
    }

    private static ProcessBuilder unprivileged(Path folder, String... words) {
        var command = new ArrayList<String>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"));
        }
        command.addAll(List.of(words));
        return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }
}
