package dev.tally.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * As much of the read API and of S3 as the command uses, on a port of this machine. The API's answers are set by a test; objects
 * are kept, and requests for a key can be made to go wrong.
 */
final class StubCloud implements AutoCloseable {
    static final String BUCKET = "landing";

    private final HttpServer server;
    private final Map<String, Function<Map<String, String>, Answer>> api = new ConcurrentHashMap<>();
    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, NavigableMap<Integer, byte[]>> uploads = new ConcurrentHashMap<>();
    private final List<String> parts = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, byte[]> objects = Collections.synchronizedMap(new TreeMap<>());
    private final List<String> puts = Collections.synchronizedList(new ArrayList<>());
    private final List<String> posted = Collections.synchronizedList(new ArrayList<>());
    private final List<Map<String, String>> signatures = Collections.synchronizedList(new ArrayList<>());

    /** What the API says. */
    record Answer(int status, String body, Map<String, String> headers) {
        static Answer ok(String body) {
            return new Answer(200, body, Map.of());
        }
    }

    /** What goes wrong with a key. */
    enum Fault {
        /** The first request is cut off after one MiB. */
        CUT_ONCE,
        /** Every request is refused, as other requests would not be. */
        REFUSED,
        /** The second part is refused. */
        SECOND_PART_REFUSED,
        /** Every request is forbidden. */
        FORBIDDEN,
        /** A completed upload is answered without saying what was stored. */
        SILENT_COMPLETION,
        /** What is stored is one byte shorter than what was sent. */
        TRUNCATED,
        /** Every signature is found to be from another time. */
        SKEWED
    }

    StubCloud() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    Map<String, String> environment() {
        return Map.of("TALLY_API_URL", uri().toString(), "AWS_ENDPOINT_URL", uri().toString(), "AWS_REGION",
                "eu-north-1",
                "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "secret");
    }

    StubCloud answer(String path, String body) {
        return answer(path, query -> Answer.ok(body));
    }

    StubCloud answer(String path, Function<Map<String, String>, Answer> answer) {
        api.put(path, answer);
        return this;
    }

    /** With the dataset {@code demo} below {@code demo/}, and no delivery. */
    StubCloud withDataset() {
        answer("/delivery",
                query -> new Answer(404, "{\"error\": {\"code\": \"NotFound\", \"message\": \"no\"}}", Map.of()));
        return answer("/datasets",
                """
                        {"environment": "test", "landingBucket": "landing",
                         "datasets": [{"name": "demo", "prefixes": ["demo/"], "formats": ["tally"], "job": {"kind": "none"}, "archives": true}]}""");
    }

    StubCloud fault(String key, Fault fault) {
        faults.put(key, fault);
        return this;
    }

    StubCloud withoutFault(String key) {
        faults.remove(key);
        return this;
    }

    /** A multipart upload of the key, as one that was interrupted leaves it behind. */
    StubCloud begun(String key, Map<Integer, byte[]> sent) {
        uploads.put(uploadId(key), new TreeMap<>(sent));
        return this;
    }

    /** Objects by key. */
    Map<String, byte[]> objects() {
        return Map.copyOf(objects);
    }

    String text(String key) {
        return new String(objects.get(key), UTF_8);
    }

    /** Keys in the order in which they were put. */
    List<String> puts() {
        return List.copyOf(puts);
    }

    /** The parts that were put, as {@code <key> <number>}. */
    List<String> parts() {
        return List.copyOf(parts);
    }

    /** The headers of the requests that the API saw, names in lower case. */
    List<Map<String, String>> apiRequests() {
        return List.copyOf(signatures);
    }

    /** What was posted to the API. */
    List<String> posted() {
        return List.copyOf(posted);
    }

    int unfinishedUploads() {
        return uploads.size();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            var query = query(exchange.getRequestURI().getRawQuery());
            var scripted = api.get(path);
            if (scripted != null) {
                var headers = new HashMap<String, String>();
                exchange.getRequestHeaders()
                        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
                signatures.add(headers);
                if (exchange.getRequestMethod().equals("POST")) {
                    posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                }
                var answer = scripted.apply(query);
                answer.headers().forEach(exchange.getResponseHeaders()::set);
                respond(exchange, answer.status(), answer.body());
            } else if (path.equals("/" + BUCKET)) {
                respond(exchange, 200, query.containsKey("uploads")
                        ? listUploads(query.get("prefix"))
                        : listObjects(query.get("prefix")));
            } else if (path.startsWith("/" + BUCKET + "/")) {
                s3(exchange, path.substring(BUCKET.length() + 2), query);
            } else {
                respond(exchange, 404, "{}");
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void s3(HttpExchange exchange, String key, Map<String, String> query) throws IOException {
        var fault = faults.get(key);
        if (fault == Fault.CUT_ONCE && exchange.getRequestMethod().equals("PUT")) {
            faults.remove(key);
            exchange.getRequestBody().readNBytes(1 << 20);
            return;
        }
        if (fault == Fault.SECOND_PART_REFUSED && "2".equals(query.get("partNumber"))) {
            fault = Fault.REFUSED;
        }
        if (fault == Fault.REFUSED || fault == Fault.FORBIDDEN || fault == Fault.SKEWED) {
            exchange.getRequestBody().readAllBytes();
            String code = fault == Fault.SKEWED
                    ? "RequestTimeTooSkewed"
                    : fault == Fault.FORBIDDEN ? "AccessDenied" : "InvalidRequest";
            respond(exchange, fault == Fault.REFUSED ? 400 : 403,
                    "<Error><Code>" + code + "</Code><Message>as the test wants it</Message></Error>");
            return;
        }
        byte[] body = body(exchange);
        switch (exchange.getRequestMethod()) {
            case "PUT" -> put(exchange, key, query, body);
            case "HEAD" -> head(exchange, key);
            case "GET" -> respond(exchange, 200, listParts(query.get("uploadId")));
            case "POST" -> post(exchange, key, query, fault);
            case "DELETE" -> {
                uploads.remove(query.get("uploadId"));
                exchange.sendResponseHeaders(204, -1);
            }
            default -> respond(exchange, 405, "");
        }
    }

    private void put(HttpExchange exchange, String key, Map<String, String> query, byte[] body) throws IOException {
        if (!declared(exchange, "sha256", ChecksumAlgorithm.SHA256, body)
                || !declared(exchange, "crc64nvme", ChecksumAlgorithm.CRC64NVME, body)) {
            respond(exchange, 400, "<Error><Code>BadDigest</Code><Message>not what was declared</Message></Error>");
            return;
        }
        exchange.getResponseHeaders().set("ETag", "\"" + HexFormat.of().formatHex(md5(body)) + "\"");
        if (query.containsKey("uploadId")) {
            uploads.get(query.get("uploadId")).put(Integer.valueOf(query.get("partNumber")), body);
            parts.add(key + " " + query.get("partNumber"));
        } else {
            store(key, body);
        }
        exchange.sendResponseHeaders(200, -1);
    }

    private void store(String key, byte[] body) {
        puts.add(key);
        objects.put(key, faults.get(key) == Fault.TRUNCATED ? Arrays.copyOf(body, body.length - 1) : body);
    }

    private void head(HttpExchange exchange, String key) throws IOException {
        byte[] body = objects.get(key);
        if (body == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        exchange.getResponseHeaders().set("x-amz-version-id", "v" + puts.size());
        exchange.getResponseHeaders().set("x-amz-checksum-type", "FULL_OBJECT");
        boolean parts = puts.contains(key + " in parts");
        exchange.getResponseHeaders()
                .set(parts ? "x-amz-checksum-crc64nvme" : "x-amz-checksum-sha256",
                        digest(parts ? ChecksumAlgorithm.CRC64NVME : ChecksumAlgorithm.SHA256, body));
        exchange.sendResponseHeaders(200, -1);
    }

    private static String uploadId(String key) {
        return "upload-" + HexFormat.of().formatHex(key.getBytes(UTF_8));
    }

    private static String key(String uploadId) {
        return new String(HexFormat.of().parseHex(uploadId.substring("upload-".length())), UTF_8);
    }

    private String listObjects(String prefix) {
        var found = objects().keySet().stream().filter(key -> key.startsWith(prefix)).toList();
        return "<ListBucketResult>" + String.join("", found.stream()
                .map(key -> "<Contents><Key>" + key + "</Key></Contents>")
                .toList()) + "</ListBucketResult>";
    }

    private String listUploads(String prefix) {
        var found = uploads.keySet().stream().filter(id -> key(id).startsWith(prefix)).toList();
        return "<ListMultipartUploadsResult>" + String.join("", found.stream()
                .map(id -> "<Upload><Key>" + key(id) + "</Key><UploadId>" + id
                        + "</UploadId><Initiated>2026-11-30T11:00:00Z</Initiated></Upload>")
                .toList()) + "</ListMultipartUploadsResult>";
    }

    private String listParts(String uploadId) {
        var found = new StringBuilder("<ListPartsResult>");
        uploads.get(uploadId)
                .forEach((number, body) -> found.append("<Part><PartNumber>" + number + "</PartNumber><Size>"
                        + body.length + "</Size><ETag>\"" + HexFormat.of().formatHex(md5(body))
                        + "\"</ETag><ChecksumCRC64NVME>" + digest(ChecksumAlgorithm.CRC64NVME, body)
                        + "</ChecksumCRC64NVME></Part>"));
        return found.append("</ListPartsResult>").toString();
    }

    private void post(HttpExchange exchange, String key, Map<String, String> query, Fault fault) throws IOException {
        if (query.containsKey("uploads")) {
            String id = uploadId(key);
            uploads.put(id, new TreeMap<>());
            respond(exchange, 200,
                    "<InitiateMultipartUploadResult><UploadId>" + id + "</UploadId></InitiateMultipartUploadResult>");
            return;
        }
        var whole = new ByteArrayOutputStream();
        uploads.remove(query.get("uploadId")).values().forEach(whole::writeBytes);
        if (fault == Fault.SILENT_COMPLETION) {
            respond(exchange, 200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
            return;
        }
        puts.add(key + " in parts");
        store(key, whole.toByteArray());
        respond(exchange, 200, "<CompleteMultipartUploadResult><ETag>\"e-2\"</ETag></CompleteMultipartUploadResult>");
    }

    private static boolean declared(HttpExchange exchange, String name, ChecksumAlgorithm algorithm, byte[] body) {
        String declared = exchange.getRequestHeaders().getFirst("x-amz-checksum-" + name);
        return declared == null || declared.equals(digest(algorithm, body));
    }

    private static String digest(ChecksumAlgorithm algorithm, byte[] body) {
        var digester = Digester.inOneGo(List.of(algorithm));
        digester.update(body, 0, body.length);
        return digester.finish().getFirst().base64();
    }

    private static byte[] md5(byte[] body) {
        try {
            return MessageDigest.getInstance("MD5").digest(body);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Over plain HTTP the SDK sends signed chunks: {@code size;chunk-signature=…}, the bytes, and so on to a chunk of none. */
    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] raw = exchange.getRequestBody().readAllBytes();
        String kind = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
        if (kind == null || !kind.startsWith("STREAMING")) {
            return raw;
        }
        var in = new ByteArrayInputStream(raw);
        var body = new ByteArrayOutputStream();
        while (true) {
            String head = line(in);
            int size = Integer.parseInt(head.substring(0, head.indexOf(';')), 16);
            if (size == 0) {
                return body.toByteArray();
            }
            body.writeBytes(in.readNBytes(size));
            line(in);
        }
    }

    private static String line(ByteArrayInputStream in) {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private static Map<String, String> query(String raw) {
        var query = new HashMap<String, String>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                query.put(URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), UTF_8),
                        equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        return query;
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
