package dev.tally.aws;

import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SqsQueueTest {
    private static final Backoff QUICK = new Backoff(Duration.ZERO, Duration.ZERO, 3);
    private static final URI QUEUE = URI.create("https://sqs.eu-central-1.amazonaws.com/123456789012/check");

    private final ScriptedHttp http = new ScriptedHttp();
    private final SqsQueue queue = new SqsQueue(http.clients(), "check queue", QUEUE, QUICK);

    private static List<CheckMessage> messages(int number) {
        return IntStream.range(0, number)
                .<CheckMessage>mapToObj(i -> new CheckMessage.Check(Watch.parse("demo/d@0123456789ab#" + i + "/256"),
                        Optional.empty()))
                .toList();
    }

    private static List<String> bodies(int number) {
        return messages(number).stream().map(CheckMessageJson::write).toList();
    }

    /** The SDK compares it. */
    private static String md5(int message) {
        String body = bodies(message + 1).get(message);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(body.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String answer(List<Integer> taken, List<Integer> failed, boolean ours) {
        String successful = String.join(",", taken.stream()
                .map(i -> "{\"Id\":\"" + i + "\",\"MessageId\":\"m\",\"MD5OfMessageBody\":\"" + md5(i) + "\"}")
                .toList());
        String refused = String.join(",", failed.stream()
                .map(i -> "{\"Id\":\"" + i + "\",\"Code\":\"C\",\"SenderFault\":" + ours + "}")
                .toList());
        return "{\"Successful\":[" + successful + "],\"Failed\":[" + refused + "]}";
    }

    @Test
    void whatFailedIsSentAgainAlone() {
        http.answer(200, answer(List.of(0, 2), List.of(1), false));
        http.answer(200, answer(List.of(1), List.of(), false));
        queue.send(bodies(3));
        assertThat(http.requests()).hasSize(2);
        assertThat(http.requests().getLast().body()).contains("#1/256").doesNotContain("#0/256", "#2/256");
    }

    @Test
    void whatFailsForEverIsAFailureOfTheWhole() {
        http.answer(200, answer(List.of(0), List.of(1), false));
        http.answer(200, answer(List.of(), List.of(1), false));
        http.answer(200, answer(List.of(), List.of(1), false));
        assertThatThrownBy(() -> queue.send(bodies(2))).isInstanceOf(ServiceBusyException.class)
                .hasMessageContaining("The check queue left over 1 of 2 messages");
    }

    @Test
    void whatIsWrongIsNotSentAgain() {
        http.answer(200, answer(List.of(0), List.of(1), true));
        assertThatThrownBy(() -> queue.send(bodies(2))).isInstanceOf(SqsQueue.MessagesRefusedException.class);
        assertThat(http.requests()).hasSize(1);
    }

    @Test
    void batchesHaveTenEntriesAndAQuarterOfAMegabyteAtMost() {
        assertThat(SqsQueue.batches(IntStream.range(0, 23).mapToObj(String::valueOf).toList()))
                .extracting(List::size)
                .containsExactly(10, 10, 3);
        String large = "é".repeat(50 * 1024);
        assertThat(SqsQueue.batches(List.of(large, large, large, large))).extracting(List::size)
                .containsExactly(2, 2);
        assertThat(SqsQueue.batches(List.of())).isEmpty();
    }

    @Test
    void allOfManyMessagesArrive() {
        AwsClients clients = EmulatedAws.clients();
        String url = clients.sqs().createQueue(create -> create.queueName("tally-" + UUID.randomUUID())).queueUrl();
        List<CheckMessage> sent = messages(256);
        new SqsCheckQueue(clients, URI.create(url)).send(sent);
        Set<CheckMessage> received = new HashSet<>();
        while (received.size() < sent.size()) {
            List<Message> page = clients.sqs()
                    .receiveMessage(receive -> receive.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(1))
                    .messages();
            assertThat(page).isNotEmpty();
            page.forEach(message -> received.add(CheckMessageJson.read(message.body())));
        }
        assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
    }
}
