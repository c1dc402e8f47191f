package dev.tally.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The services for tests of the adapters: those at {@code AWS_ENDPOINT_URL} if that is set, else the emulator of the
 * local cloud in its pinned version, started once for all tests of the JVM. Without Python the tests are skipped.
 */
public final class EmulatedAws {
    private static final String INDEX = "byDataset";
    private static final Path LOCAL_CLOUD = Path.of("..", "local-cloud").toAbsolutePath().normalize();
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static Map<String, String> environment = Map.of();

    private EmulatedAws() {}

    /** What points clients to the services. */
    public static synchronized Map<String, String> environment() {
        if (environment.isEmpty()) {
            String endpoint = System.getenv("AWS_ENDPOINT_URL");
            environment = endpoint == null ? start() : Map.copyOf(System.getenv());
        }
        return environment;
    }

    public static AwsClients clients() {
        return new AwsClients(environment());
    }

    /** A new table of the shape that the stack makes. */
    public static String createTable() {
        String name = "tally-test-" + UUID.randomUUID();
        clients().dynamoDb()
                .createTable(table -> table.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(text("pk"), text("sk"), text("dataset"), text("order"))
                        .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                        .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                                .indexName(INDEX)
                                .keySchema(key("dataset", KeyType.HASH), key("order", KeyType.RANGE))
                                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                                .build()));
        clients().dynamoDb().waiter().waitUntilTableExists(table -> table.tableName(name));
        return name;
    }

    /** A new bucket, with versions or without. */
    public static String createBucket(boolean versions) {
        String name = "tally-test-" + UUID.randomUUID();
        clients().s3().createBucket(bucket -> bucket.bucket(name));
        if (versions) {
            clients().s3()
                    .putBucketVersioning(bucket -> bucket.bucket(name)
                            .versioningConfiguration(configuration -> configuration.status("Enabled")));
        }
        return name;
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder().attributeName(name).attributeType(ScalarAttributeType.S).build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static Map<String, String> start() {
        try {
            Path folder = Files.createTempDirectory("tally-emulator");
            int port = freePort();
            String endpoint = "http://127.0.0.1:" + port;
            Map<String, String> mine = Map.of("AWS_ENDPOINT_URL", endpoint, "AWS_REGION", "us-east-1",
                    "AWS_ACCESS_KEY_ID", "test", "AWS_SECRET_ACCESS_KEY", "test");
            ProcessBuilder builder = new ProcessBuilder(python().toString(),
                    LOCAL_CLOUD.resolve("src/main/resources/dev/tally/local/tally_ministack.py").toString(), "serve")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile());
            builder.environment().putAll(mine);
            builder.environment()
                    .putAll(Map.of("BIND_HOST", "127.0.0.1", "GATEWAY_PORT", String.valueOf(port), "TMPDIR",
                            folder.toString(), "STATE_DIR", folder.toString(), "TALLY_FUNCTION_HOST",
                            "http://127.0.0.1:1", "TALLY_CODE_DIRECTORY", folder.toString()));
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            awaitHealth(URI.create(endpoint + "/_ministack/health"), process, folder.resolve("log"));
            return mine;
        } catch (IOException failed) {
            throw new UncheckedIOException("The emulator did not start", failed);
        }
    }

    private static void awaitHealth(URI health, Process process, Path log) throws IOException {
        Instant limit = Instant.now().plus(START_LIMIT);
        while (process.isAlive() && Instant.now().isBefore(limit)) {
            try {
                HttpURLConnection connection = (HttpURLConnection) health.toURL().openConnection();
                if (connection.getResponseCode() == 200) {
                    return;
                }
            } catch (IOException notYet) {
                pause();
            }
        }
        throw new IOException("The emulator does not answer: " + Files.readString(log));
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A virtual environment with the pinned packages, made once and kept in the user's cache. */
    private static Path python() throws IOException {
        Path requirements = LOCAL_CLOUD.resolve("requirements.txt");
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "tally", "adapter-tests",
                hash(Files.readAllBytes(requirements)));
        Path python = cache.resolve("bin/python");
        Path mark = cache.resolve(".complete");
        if (!Files.exists(mark)) {
            Files.createDirectories(cache);
            Assumptions.assumeTrue(run("python3", "-m", "venv", cache.toString()),
                    "These tests need Python 3.10 or newer, with venv");
            if (!run(python.toString(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--require-hashes", "-r", requirements.toString())) {
                throw new IOException("The emulator cannot be installed");
            }
            Files.createFile(mark);
        }
        return python;
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            return process.waitFor(10, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("While running " + List.of(command), interrupted);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }
}
