package dev.tally.local.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * The host's server: {@code POST /invoke} runs a function and answers 200 with its result, or, with the header {@code X-Tally-Function-Error}, with Lambda's
 * description of its failure; {@code POST /prepare} makes a function ready for its first invocation; {@code GET /health} answers the process id.
 */
public final class FunctionHost implements AutoCloseable {

    private static final int DEFAULT_BACKLOG = 0;
    private static final Duration PREPARATION_LIMIT = Duration.ofSeconds(60);
    private static final byte[] NOTHING = {};

    private final HttpServer server;
    private final Functions functions;
    private final FunctionLog log;

    /**
     * Handlers run on platform threads: they may compute for minutes, and a handful of such on virtual threads would keep every other function from running. The
     * exchanges, which only wait, are on virtual ones.
     */
    private final ExecutorService handlers = Executors
            .newCachedThreadPool(Thread.ofPlatform().daemon().name("function-", 0).factory());

    private final ExecutorService exchanges = Executors.newVirtualThreadPerTaskExecutor();

    FunctionHost(int port, Map<String, String> cloud, FunctionLog log) throws IOException {
        this.log = log;
        functions = new Functions(cloud);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port),
                DEFAULT_BACKLOG);
        server.setExecutor(exchanges);
        server.createContext("/invoke", this::invoke);
        server.createContext("/prepare", this::prepare);
        server.createContext("/health", exchange -> answer(exchange,
                String.valueOf(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
        server.start();
    }

    /** Arguments: the port, and the file for what the functions print. What functions see of the cloud are the {@code AWS_} variables of this process. */
    public static void main(String[] arguments) throws IOException {
        // Otherwise each answer waits for the acknowledgement of its headers, 40 ms on Linux.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var log = new FunctionLog(Path.of(arguments[1]));
        FunctionOutput.redirect(log);
        var cloud = System.getenv()
                .entrySet()
                .stream()
                .filter(variable -> variable.getKey().startsWith("AWS_"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        new FunctionHost(Integer.parseInt(arguments[0]), cloud, log);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        exchanges.shutdownNow();
        handlers.shutdownNow();
        log.close();
    }

    private void invoke(HttpExchange exchange) throws IOException {
        try (exchange) {
            var invocation = Invocation.from(exchange.getRequestHeaders());
            var event = exchange.getRequestBody().readAllBytes();
            answer(exchange, invocation, invocation.timeout(), handler -> {
                var deadline = Instant.now().plus(invocation.timeout());
                var result = new ByteArrayOutputStream();
                handler.handleRequest(new ByteArrayInputStream(event), result,
                        new InvocationContext(invocation, deadline, log));
                return result.toByteArray();
            });
        }
    }

    private void prepare(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange, Invocation.from(exchange.getRequestHeaders()), PREPARATION_LIMIT, handler -> {
                Snapshot.of(handler);
                return NOTHING;
            });
        }
    }

    /** What is done with a handler. */
    private interface Work {
        byte[] with(RequestStreamHandler handler) throws Exception;
    }

    private void answer(HttpExchange exchange, Invocation invocation, Duration limit, Work work) throws IOException {
        var running = handlers.submit(() -> run(invocation, work));
        try {
            answer(exchange, running.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            running.cancel(true);
            functions.forget(invocation);
            fail(exchange, invocation, FunctionFailure.timedOut(invocation));
        } catch (ExecutionException thrown) {
            fail(exchange, invocation, FunctionFailure.of(thrown.getCause() == null ? thrown : thrown.getCause()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] run(Invocation invocation, Work work) throws Exception {
        FunctionOutput.belongsTo(invocation.function());
        // Already while the handler is made: libraries look up their services through the thread's loader.
        Thread.currentThread().setContextClassLoader(functions.loader(invocation));
        return work.with(functions.handler(invocation));
    }

    private void fail(HttpExchange exchange, Invocation invocation, FunctionFailure failure) throws IOException {
        var json = failure.toJson();
        log.write(invocation.function(), new String(json, StandardCharsets.UTF_8));
        exchange.getResponseHeaders().set("X-Tally-Function-Error", "Unhandled");
        answer(exchange, json);
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        // 0 would mean "of unknown length", and -1 "none".
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
