package dev.tally.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;

import dev.tally.cli.terminal.Terminal;

/**
 * What the launcher runs once for each build, so that the JVM can keep the classes that commands load: the commands whose
 * start-up matters, against a small server of its own and in folders that are gone afterwards. Prints the two messages of a recording.
 * A command that ends with another exit code than it should ends it, so that nothing is left untrained unnoticed.
 */
final class StartupTraining {
    private static final String DELIVERY = """
            {"id": "demo/night", "dataset": "demo", "delivery": "night", "revision": "0123456789ab", "attempt": 1, "members": 40,
             "status": "ARCHIVED", "registeredAt": "2026-11-30T01:02:03Z", "changedAt": "2026-11-30T01:02:05Z", "overdue": false,
             "manifest": {"bucket": "b", "key": "demo/night/night.manifest.json"}, "outputs": {"manifest": "s3://w/o", "count": 1, "bytes": 2},
             "history": [{"status": "WAITING", "at": "2026-11-30T01:02:03Z", "attempt": 1},
                         {"status": "ARCHIVED", "at": "2026-11-30T01:02:05Z", "attempt": 1}],
             "revisions": [{"revision": "0123456789ab", "status": "ARCHIVED", "at": "2026-11-30T01:02:05Z"}]}""";
    private static final String WHY = """
            {"id": "demo/night", "revision": "0123456789ab", "status": "WAITING", "waiting": true, "since": "2026-11-30T01:02:03Z",
             "required": 40, "members": [{"path": "a.fits", "bucket": "b", "key": "demo/night/a.fits", "state": "missing",
             "since": "2026-11-30T01:02:03Z"}]}""";

    private static final String MESSAGES = """
            {"type":"SCHEMA","stream":"a","schema":{},"key_properties":[]}
            {"type":"RECORD","stream":"a","record":{}}
            """;

    private StartupTraining() {}

    static void main(String[] arguments) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(server, "/deliveries", "{\"deliveries\": [" + DELIVERY + "]}");
        answer(server, "/delivery", DELIVERY);
        answer(server, "/why", WHY);
        server.start();
        try {
            var target = Map.of("TALLY_API_URL", "http://127.0.0.1:" + server.getAddress().getPort(),
                    "AWS_ACCESS_KEY_ID", "training", "AWS_SECRET_ACCESS_KEY", "training");
            run(Exit.OK, target, "--version", "help", "list", "list -o json", "status demo/night",
                    "status -o json demo/night", "watch demo/night");
            run(Exit.INCOMPLETE, target, "why demo/night");
            // Where no address is given a local cloud is looked for; in an empty folder there is none.
            var empty = Files.createTempDirectory("tally-training");
            var nothing = Map.of("HOME", empty.toString(), "XDG_STATE_HOME", empty.toString());
            run(Exit.USAGE, nothing, "nonsense", "list");
            run(Exit.NOT_FOUND, nothing, "local status");
            Files.delete(empty);
            record();
        } finally {
            server.stop(0);
        }
    }

    /** A recording of nothing, from the standard input, and one of two messages. */
    private static void record() throws IOException {
        var folder = Files.createTempDirectory("tally-training");
        var messages = Files.writeString(folder.resolve("messages"), MESSAGES);
        run(Exit.OK, Map.of(), "singer record --lake " + folder,
                "singer record --lake " + folder + " -- cat " + messages);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void run(int expected, Map<String, String> environment, String... commands) {
        var shell = new Shell(environment, Path.of("").toAbsolutePath(), nowhere(), nowhere(),
                new Terminal(true, true, true, true, 100),
                InstantSource.system());
        for (String command : commands) {
            int code = CommandLineRunner.run(shell, command.split(" ", -1));
            if (code != expected) {
                throw new IllegalStateException("tally " + command + " ended with " + code + ", not " + expected);
            }
        }
    }

    private static void answer(HttpServer server, String path, String document) {
        server.createContext(path, exchange -> {
            byte[] body = document.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
    }

    private static PrintWriter nowhere() {
        return new PrintWriter(Writer.nullWriter());
    }
}
