package dev.tally.cli.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;
import software.amazon.awssdk.services.lambda.model.Runtime;

/**
 * The demo's job, a function of a team's own that is deployed the way a team might: by one call, and not by Tally's stacks,
 * which only know its name.
 */
public final class QuicklookFunction {
    /** As the dataset {@code demo} of the environment {@code dev} has it. */
    public static final String NAME = "tally-dev-quicklook";

    private static final String MODULE = "quicklook";
    private static final int TIMEOUT_SECONDS = 300;
    private static final int MEMORY_MEGABYTES = 512;
    private static final String ROLE = "arn:aws:iam::000000000000:role/" + NAME;

    private QuicklookFunction() {}

    /**
     * Brings the function to the state of its source.
     *
     * @param checkout whose {@code demo/quicklook} it is
     */
    public static void deploy(LambdaClient lambda, Path checkout) throws IOException {
        byte[] archive = archive(Files.readAllBytes(checkout.resolve("demo/quicklook/" + MODULE + ".py")));
        var code = SdkBytes.fromByteArray(archive);
        try {
            String deployed = lambda.getFunctionConfiguration(request -> request.functionName(NAME)).codeSha256();
            if (!digest(archive).equals(deployed)) {
                lambda.updateFunctionCode(request -> request.functionName(NAME).zipFile(code));
                lambda.waiter().waitUntilFunctionUpdatedV2(request -> request.functionName(NAME));
            }
        } catch (ResourceNotFoundException absent) {
            lambda.createFunction(request -> request.functionName(NAME)
                    .description("The quick look of Tally's demo")
                    .runtime(Runtime.PYTHON3_13)
                    .handler(MODULE + ".handler")
                    .role(ROLE)
                    .timeout(TIMEOUT_SECONDS)
                    .memorySize(MEMORY_MEGABYTES)
                    .code(function -> function.zipFile(code)));
            lambda.waiter().waitUntilFunctionActiveV2(request -> request.functionName(NAME));
        }
    }

    /** The same bytes for the same source, so that what is deployed already is recognised. */
    private static byte[] archive(byte[] source) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            var entry = new ZipEntry(MODULE + ".py");
            entry.setTime(0);
            zip.putNextEntry(entry);
            zip.write(source);
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    private static String digest(byte[] archive) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(archive));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }
}
