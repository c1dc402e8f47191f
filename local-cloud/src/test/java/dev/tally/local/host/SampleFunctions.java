package dev.tally.local.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.crac.CheckpointException;
import org.crac.Resource;
import org.crac.RestoreException;

/** Functions for the tests of the host, which packs them into an archive of their own. */
public final class SampleFunctions {

    private SampleFunctions() {}

    /** An archive with these functions, as a deployment has one. */
    public static Path archive(Path folder) throws IOException {
        var file = folder.resolve("functions.jar");
        try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
            var types = Stream.concat(Arrays.stream(SampleFunctions.class.getDeclaredClasses()), Stream
                    .of(Resource.class, org.crac.Context.class, CheckpointException.class, RestoreException.class));
            for (var type : types.toList()) {
                var name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                jar.write(bytes(name));
            }
        }
        return file;
    }

    private static byte[] bytes(String name) throws IOException {
        try (var in = SampleFunctions.class.getClassLoader().getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** Answers with its event, what it was told, and how often it has been called since it was made. */
    public static final class Echo implements RequestStreamHandler {
        private final Map<String, String> settings;
        private int calls;

        public Echo(Map<String, String> settings) {
            this.settings = settings;
        }

        @Override
        public synchronized void handleRequest(InputStream event, OutputStream result, Context context)
                throws IOException {
            calls++;
            System.out.println("{\"message\":\"echoing\"}");
            context.getLogger().log("a plain line");
            var answer = "{\"event\":%s,\"greeting\":\"%s\",\"endpoint\":\"%s\",\"request\":\"%s\",\"function\":\"%s\",\"memory\":%d,\"inTime\":%b,\"calls\":%d}"
                    .formatted(
                            new String(event.readAllBytes(), StandardCharsets.UTF_8), settings.get("GREETING"),
                            settings.get("AWS_ENDPOINT_URL"), context.getAwsRequestId(),
                            settings.get("AWS_LAMBDA_FUNCTION_NAME"), context.getMemoryLimitInMB(),
                            context.getRemainingTimeInMillis() > 1000, calls);
            result.write(answer.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Answers an HTTP API with its greeting, the process that it runs in, and how often it has been called since it was made. */
    public static final class Answering implements RequestStreamHandler {
        private final Map<String, String> settings;
        private final AtomicInteger calls = new AtomicInteger();

        public Answering(Map<String, String> settings) {
            this.settings = settings;
        }

        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            System.out.println("answering");
            var body = "%s %d %d".formatted(settings.get("GREETING"), ProcessHandle.current().pid(),
                    calls.incrementAndGet());
            result.write(("{\"statusCode\":200,\"body\":\"" + body + "\"}").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Fails with an exception of its own. */
    public static final class Failing implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) {
            throw new IllegalStateException("the disk said \"no\"\n and more");
        }
    }

    /** Cannot even be made. */
    public static final class Unmade implements RequestStreamHandler {
        public Unmade() {
            throw new IllegalArgumentException("TALLY_TABLE is missing");
        }

        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) {}
    }

    /** Sleeps as long as its event says, in milliseconds. */
    public static final class Sleeping implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            try {
                Thread.sleep(Long.parseLong(new String(event.readAllBytes(), StandardCharsets.UTF_8)));
                result.write("\"slept\"".getBytes(StandardCharsets.UTF_8));
            } catch (InterruptedException interrupted) {
                System.out.println("interrupted");
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Answers with the steps of a snapshot that it was told of. */
    public static final class Prepared implements RequestStreamHandler, Resource {
        private final List<String> steps = new CopyOnWriteArrayList<>();

        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            result.write(("\"" + steps + "\"").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
            steps.add("beforeCheckpoint");
        }

        @Override
        public void afterRestore(org.crac.Context<? extends Resource> context) {
            steps.add("afterRestore");
        }
    }

    /** Reports every item of its first batch as failed, and none after it. */
    public static final class PartlyFailing implements RequestStreamHandler {
        private final AtomicInteger batches = new AtomicInteger();

        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            int batch = batches.incrementAndGet();
            System.out.println("stream batch " + batch);
            var failures = batch == 1 ? "{\"itemIdentifier\":\"1\"}" : "";
            result.write(("{\"batchItemFailures\":[" + failures + "]}").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Answers once two invocations are in it at the same time. */
    public static final class Meeting implements RequestStreamHandler {
        private final CountDownLatch both = new CountDownLatch(2);

        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            both.countDown();
            try {
                result.write(String.valueOf(both.await(5, TimeUnit.SECONDS)).getBytes(StandardCharsets.UTF_8));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells whether it can see a class of the host. */
    public static final class Curious implements RequestStreamHandler {
        @Override
        public void handleRequest(InputStream event, OutputStream result, Context context) throws IOException {
            result.write(String.valueOf(canSee("dev.tally.local.host.FunctionHost")).getBytes(StandardCharsets.UTF_8));
        }

        private boolean canSee(String name) {
            try {
                getClass().getClassLoader().loadClass(name);
                return true;
            } catch (ClassNotFoundException hidden) {
                return false;
            }
        }
    }
}
