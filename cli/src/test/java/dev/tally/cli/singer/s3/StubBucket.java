package dev.tally.cli.singer.s3;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** As much of S3 as a lake uses, on a port of this machine, of which puts can be made to go wrong. */
final class StubBucket implements AutoCloseable {
    static final String NAME = "bucket";
    static final Instant MODIFIED = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration SILENCE = Duration.ofMillis(300);

    private final HttpServer server;
    private final Map<String, byte[]> objects = new TreeMap<>();
    private final Map<String, Map<String, String>> metadata = new HashMap<>();
    private final List<String> gets = new ArrayList<>();
    private final Deque<Fault> faults = new ArrayDeque<>();

    /** What becomes of a put. */
    enum Fault {
        /** Answered with this status; nothing is stored. */
        INTERNAL(500), SLOW_DOWN(503), FORBIDDEN(403),
        /** Stored, and no answer comes. */
        LOST_ANSWER(0),
        /** Not stored, and no answer comes. */
        NOT_HEARD(0);

        private final int status;

        Fault(int status) {
            this.status = status;
        }
    }

    StubBucket() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/" + NAME, this::handle);
        server.start();
    }

    S3Client client() {
        return S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(false))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
                .httpClient(UrlConnectionHttpClient.builder().socketTimeout(SILENCE).build())
                .build();
    }

    /** The next puts go wrong, one after another. */
    synchronized void next(Fault... next) {
        faults.clear();
        faults.addAll(List.of(next));
    }

    synchronized Map<String, byte[]> objects() {
        return Map.copyOf(objects);
    }

    /** The keys of the objects that were fetched, in their order. */
    synchronized List<String> gets() {
        return List.copyOf(gets);
    }

    private synchronized void got(String method, String key) {
        if (method.equals("GET")) {
            gets.add(key);
        }
    }

    synchronized Map<String, String> metadata(String key) {
        return metadata.getOrDefault(key, Map.of());
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String key = path.length() <= NAME.length() + 2 ? "" : path.substring(NAME.length() + 2);
        byte[] body = exchange.getRequestBody().readAllBytes();
        switch (exchange.getRequestMethod()) {
            case "PUT" -> put(exchange, key, body);
            case "DELETE" -> {
                remove(key);
                answer(exchange, 204, new byte[0]);
            }
            default -> get(exchange, key);
        }
    }

    private void put(HttpExchange exchange, String key, byte[] body) throws IOException {
        Fault fault = nextFault();
        if (fault != null && fault.status > 0) {
            answer(exchange, fault.status, error(fault.name()));
        } else if (fault == Fault.NOT_HEARD) {
            silence(exchange);
        } else {
            boolean stored = store(exchange, key, body);
            if (fault == Fault.LOST_ANSWER) {
                silence(exchange);
            } else {
                answer(exchange, stored ? 200 : 412, stored ? new byte[0] : error("PreconditionFailed"));
            }
        }
    }

    private synchronized @Nullable Fault nextFault() {
        return faults.poll();
    }

    private synchronized boolean store(HttpExchange exchange, String key, byte[] body) {
        var headers = exchange.getRequestHeaders();
        if ("*".equals(headers.getFirst("If-None-Match")) && objects.containsKey(key)) {
            return false;
        }
        String sha256 = headers.getFirst("x-amz-checksum-sha256");
        if (sha256 != null && !sha256.equals(sha256(body))) {
            throw new IllegalStateException("Other bytes came than were announced for " + key);
        }
        objects.put(key, body);
        metadata.put(key, headers.entrySet()
                .stream()
                .filter(header -> header.getKey().toLowerCase(Locale.ROOT).startsWith("x-amz-meta-"))
                .collect(Collectors.toMap(header -> header.getKey().toLowerCase(Locale.ROOT).substring(11),
                        header -> header.getValue().getFirst())));
        return true;
    }

    private synchronized void remove(String key) {
        objects.remove(key);
    }

    private void get(HttpExchange exchange, String key) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        if (key.isEmpty() && query != null && query.contains("list-type=2")) {
            answer(exchange, 200, list(query.replaceFirst("(?:.*&)?prefix=([^&]*).*", "$1"),
                    query.contains("delimiter=/")));
            return;
        }
        got(exchange.getRequestMethod(), key);
        byte[] content = objects().get(key);
        if (content == null) {
            answer(exchange, 404, error("NoSuchKey"));
        } else {
            exchange.getResponseHeaders().set("ETag", "\"etag-" + content.length + '"');
            answer(exchange, 200, content);
        }
    }

    private synchronized byte[] list(String prefix, boolean ofFolder) {
        return objects.entrySet()
                .stream()
                .filter(object -> object.getKey().startsWith(prefix)
                        && !(ofFolder && object.getKey().indexOf('/', prefix.length()) >= 0))
                .map(object -> "<Contents><Key>" + object.getKey() + "</Key><Size>" + object.getValue().length
                        + "</Size><LastModified>" + MODIFIED + "</LastModified></Contents>")
                .collect(Collectors.joining("", "<ListBucketResult><IsTruncated>false</IsTruncated>",
                        "</ListBucketResult>"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void silence(HttpExchange exchange) {
        try {
            Thread.sleep(SILENCE.multipliedBy(2));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static byte[] error(String code) {
        return ("<Error><Code>" + code + "</Code><Message>as the test wants it</Message></Error>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
        }
        exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
        if (!head && body.length > 0) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
        exchange.close();
    }

    private static String sha256(byte[] content) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
