package dev.tally.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.ResourceConflictException;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.StateMachineAlreadyExistsException;

import dev.tally.it.singer.Peer;

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

    /** Replays the log that it is started for into a loader, and keeps what that loaded. */
    static void replaying(String lake) {
        function("tally-test-replay",
                """
                        import json, os, subprocess, tempfile, botocore.session
                        def handler(event, context):
                            replay = json.loads(os.environ['TALLY']) + ['singer', 'replay', '--lake', os.environ['LAKE'],
                                                                        '--from', event['delivery'], '--to', event['delivery']]
                            with tempfile.TemporaryDirectory() as folder:
                                with open(folder + '/config.json', 'w') as config:
                                    json.dump({'destination_path': folder, 'do_timestamp_file': False}, config)
                                source = subprocess.Popen(replay, stdout=subprocess.PIPE)
                                subprocess.run([os.environ['TARGET'], '--config', folder + '/config.json'], stdin=source.stdout,
                                               stdout=subprocess.DEVNULL, check=True)
                                if source.wait():
                                    raise Exception('The replay ended with ' + str(source.returncode))
                                s3 = botocore.session.get_session().create_client('s3')
                                bucket, prefix = event['outputPrefix'][5:].split('/', 1)
                                for name in os.listdir(folder):
                                    if name.endswith('.jsonl'):
                                        s3.put_object(Bucket=bucket, Key=prefix + name, Body=open(folder + '/' + name, 'rb').read())
                        """,
                Map.of("TALLY", json(Tally.command()), "TARGET", Peer.TARGET_JSONL.command(), "LAKE", lake));
    }

    private static String json(List<String> texts) {
        try {
            return new ObjectMapper().writeValueAsString(texts);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void function(String name, String python) {
        function(name, python, Map.of());
    }

    private static void function(String name, String python, Map<String, String> variables) {
        try (LambdaClient lambda = Cloud.get().lambda()) {
            lambda.createFunction(r -> r.functionName(name)
                    .runtime("python3.12")
                    .handler("job.handler")
                    .role(ROLE)
                    .timeout(60)
                    .environment(e -> e.variables(variables))
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
