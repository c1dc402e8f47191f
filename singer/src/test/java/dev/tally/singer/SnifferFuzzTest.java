package dev.tally.singer;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The sniffer against a parser, on generated JSON; and that no bytes make it throw. A failure names its seed and round. */
final class SnifferFuzzTest {
    private static final int ROUNDS = 40_000;
    private static final List<String> NAMES = List.of("type", "stream", "\\u0074ype", "str\\u0065am", "typ", "types",
            "record", "value", "", "\\\"type", "\\\\", "é", "manifest");
    private static final List<String> TEXTS = List.of("RECORD", "record", "Schema", "STATE", "BATCH",
            "ACTIVATE_VERSION", "LOG", "users", "a\\\"b", "\\u00e9\\ud83d\\ude00", "}", "{\\\\", "type", "",
            "sch\\u0065ma",
            "\\n\\/", "\\u0130", "REC\\u212aRD", "ſtate");
    private static final List<String> SCALARS = List.of("null", "true", "0", "-1.5E+10", "12345678901234567890", "[]",
            "{}");
    private static final List<String> SPACES = List.of("", "", "", " ", "\t", "\r", "  ");
    private static final JsonFactory JSON = new JsonFactory();

    private final Sniffer sniffer = new Sniffer();

    private record Message(MessageType type, String stream) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 77})
    void ofValidJsonItSaysWhatAParserSays(long seed) {
        var random = generator(seed);
        for (int round = 0; round < ROUNDS; round++) {
            var text = new StringWriter();
            object(random, text, 0);
            byte[] line = text.toString().getBytes(StandardCharsets.UTF_8);
            var expected = parsed(line);
            var type = sniffer.sniff(line, 0, line.length);
            assertThat(new Message(type, type.isOfStream() ? sniffer.stream() : ""))
                    .as("seed %s, round %s: %s", seed, round, text)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 5})
    void noBytesMakeItThrow(long seed) {
        var random = generator(seed);
        for (int round = 0; round < ROUNDS; round++) {
            var text = new StringWriter();
            object(random, text, 0);
            byte[] line = text.toString().getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change >= 0; change--) {
                line[random.nextInt(line.length)] = (byte) (random.nextBoolean()
                        ? random.nextInt(256)
                        : "\"\\{}[]:,u"
                                .charAt(random.nextInt(9)));
            }
            int from = random.nextInt(line.length);
            int to = from + random.nextInt(line.length - from + 1);
            sniffer.sniff(line, from, to);
            assertThat(sniffer.sniff(line, from, to).isOfStream() && sniffer.stream().length() > line.length).isFalse();
            assertThat(BatchManifest.uris(line, from, to)).isNotNull();
        }
    }

    /** As a parser that takes the first of two fields with one name would have it. */
    private static Message parsed(byte[] line) {
        String type = null;
        String stream = null;
        boolean complete = false;
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME && !complete) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("type") && type == null) {
                    type = parser.getText();
                } else if (parser.currentToken() == JsonToken.VALUE_STRING && name.equals("stream") && stream == null) {
                    stream = parser.getText();
                }
                parser.skipChildren();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(new String(line, StandardCharsets.UTF_8), e);
        }
        var message = type == null ? MessageType.INVALID : named(type);
        if (message.isOfStream() && stream == null) {
            message = MessageType.INVALID;
        }
        return new Message(message, message.isOfStream() && stream != null ? stream : "");
    }

    private static MessageType named(String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "record" -> MessageType.RECORD;
            case "schema" -> MessageType.SCHEMA;
            case "state" -> MessageType.STATE;
            case "batch" -> MessageType.BATCH;
            case "activate_version" -> MessageType.ACTIVATE_VERSION;
            default -> MessageType.OTHER;
        };
    }

    private static void object(RandomGenerator random, StringWriter to, int depth) {
        to.append(of(random, SPACES)).append('{').append(of(random, SPACES));
        int members = random.nextInt(5);
        for (int i = 0; i < members; i++) {
            to.append(i == 0 ? "" : ",").append(of(random, SPACES));
            to.append('"').append(of(random, NAMES)).append('"').append(of(random, SPACES)).append(':');
            value(random, to, depth);
        }
        to.append('}').append(of(random, SPACES));
    }

    private static void value(RandomGenerator random, StringWriter to, int depth) {
        to.append(of(random, SPACES));
        switch (random.nextInt(depth > 3 ? 6 : 8)) {
            case 6 -> object(random, to, depth + 1);
            case 7 -> {
                to.append('[');
                for (int i = random.nextInt(3); i >= 0; i--) {
                    value(random, to, depth + 1);
                    to.append(i == 0 ? "" : ",");
                }
                to.append(']');
            }
            case 4, 5 -> to.append(of(random, SCALARS));
            default -> to.append('"').append(of(random, TEXTS)).append('"');
        }
        to.append(of(random, SPACES));
    }

    private static String of(RandomGenerator random, List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static RandomGenerator generator(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
