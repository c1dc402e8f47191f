package dev.tally.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.StateMachineAlreadyExistsException;

/** The teams' own jobs, made as a team would: small functions and a machine. */
final class Jobs {
    private static final String ROLE = "arn:aws:iam::000000000000:role/tally-test-job";

    private Jobs() {}

    /** Copies its input into its outputs, beside a greeting. */
    static void working() {
        function("tally-test-job", """
                import json, botocore.session
                def handler(event, context):
                    s3 = botocore.session.get_session().create_client('s3')
                    bucket, prefix = event['outputPrefix'][5:].split('/', 1)
                    s3.put_object(Bucket=bucket, Key=prefix + 'input.json', Body=json.dumps(event).encode())
                    s3.put_object(Bucket=bucket, Key=prefix + 'deep/é + ü.txt', Body=b'hello')
                    return {'ignored': True}
                """);
    }

    /** Fails in a delivery's first attempt. */
    static void failingFirst() {
        function("tally-test-failing", """
                class CalibrationMissing(Exception):
                    pass
                def handler(event, context):
                    if event['attempt'] == 1:
                        raise CalibrationMissing('no dark frame for ' + event['delivery'])
                """);
    }

    /** Takes longer than its dataset allows. */
    static void slow() {
        function("tally-test-slow", """
                import time
                def handler(event, context):
                    time.sleep(20)
                """);
    }

    static void nested() {
        machine("tally-test-nested", "{\"Type\":\"Pass\",\"End\":true}");
    }

    /** Goes on until it is stopped. */
    static void endless() {
        machine("tally-test-endless", "{\"Type\":\"Wait\",\"Seconds\":600,\"End\":true}");
    }

    private static void machine(String name, String state) {
        try (SfnClient sfn = Cloud.get().sfn()) {
            sfn.createStateMachine(r -> r.name(name)
                    .roleArn(ROLE)
                    .definition("{\"StartAt\":\"Only\",\"States\":{\"Only\":" + state + "}}"));
        } catch (StateMachineAlreadyExistsException there) {
            // made by another test
        }
    }

    private static void function(String name, String python) {
        try (LambdaClient lambda = Cloud.get().lambda()) {
            lambda.createFunction(r -> r.functionName(name)
                    .runtime("python3.12")
                    .handler("job.handler")
                    .role(ROLE)
                    .timeout(60)
                    .code(c -> c.zipFile(SdkBytes.fromByteArray(zip("job.py", python)))));
        } catch (ResourceConflictException there) {
            // made by another test
        }
    }

    private static byte[] zip(String name, String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return bytes.toByteArray();
    }
}
