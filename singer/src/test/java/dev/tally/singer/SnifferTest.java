package dev.tally.singer;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class SnifferTest {
    private final Sniffer sniffer = new Sniffer();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "RECORD | users | {\"type\":\"RECORD\",\"stream\":\"users\",\"record\":{}}",
        "RECORD | users | {\"type\": \"RECORD\", \"stream\": \"users\", \"record\": {\"type\": \"STATE\"}}",
        "RECORD | users | {\"record\":{\"type\":\"x\",\"stream\":\"y\",\"a\":[{\"type\":1}]},\"stream\":\"users\",\"type\":\"record\"}",
        "RECORD | users | { \"n\" : -1.5e3 , \"t\":true,\"z\" :null, \"stream\" :\"users\", \"type\"\t: \"Record\" } ",
        "SCHEMA | a\"b | {\"type\":\"SCHEMA\",\"stream\":\"a\\\"b\",\"schema\":{},\"key_properties\":[]}",
        "BATCH | é😀/ | {\"typ\\u0065\":\"B\\u0041TCH\",\"\\u0073tream\":\"\\u00e9\\ud83d\\ude00\\/\"}",
        "ACTIVATE_VERSION | s | {\"version\":1,\"stream\":\"s\",\"type\":\"activate_version\"}",
        "STATE | `` | {\"type\":\"STATE\",\"value\":{\"stream\":\"x\"}}",
        "STATE | `` | {\"value\":{\"a\":\"}\\\\\"},\"type\":\"STATE\"}",
        "OTHER | `` | {\"type\":\"LOG\",\"message\":\"x\"}",
        "OTHER | `` | {\"type\":\"\"}"})
    void r03FindsTypeAndStreamAtDepthOneAtAnyPosition(MessageType type, String stream, String line) {
        assertThat(sniff(line)).isEqualTo(type);
        assertThat(type.isOfStream() ? sniffer.stream() : "").isEqualTo(stream);
        assertThat(sniff("  " + line + " \r\n")).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "}", "{}", "[]", "null", "{\"type\"}", "{\"type\":}", "{\"type\":1}",
        "{\"type\":\"RECORD\"}", "{\"type\":\"RECORD\",\"stream\":1}", "{\"stream\":\"a\"}",
        "{\"type\":\"RECORD\",\"stream\":\"a\"",
        "{\"record\":{\"type\":\"RECORD\",\"stream\":\"a\"}}", "{,\"type\":\"STATE\"}", "{\"type\":\"STATE}",
        "{\"a\":]\"type\":\"STATE\"}", "THIS IS A TEST INPUT FROM A TAP WITH A LINE WITH INVALID JSON",
        "\ufeff{\"type\":\"STATE\",\"value\":{}}", "{\"type\":\"STATE\",\"value\":{}}x", "{\"x\":\"\\"})
    void whatIsNoMessageIsInvalid(String line) {
        assertThat(sniff(line)).as(line).isEqualTo(MessageType.INVALID);
    }

    @Test
    void ofAnUnfinishedLineThatIsCutAnywhereNothingIsAMessage() {
        byte[] line = utf8("{\"record\":{\"a\":[1,{\"b\":\"\\u0041\"}]},\"type\":\"RECORD\",\"stream\":\"a\\\"b\"}");
        for (int length = 0; length < line.length; length++) {
            assertThat(sniffer.sniff(line, 0, length)).as("%s bytes", length).isEqualTo(MessageType.INVALID);
        }
        assertThat(sniffer.sniff(line, 0, line.length)).isEqualTo(MessageType.RECORD);
    }

    @Test
    void namesThatDifferInEscapesAloneAreTheSame() {
        sniff("{\"type\":\"RECORD\",\"stream\":\"\\u0075sers\"}");
        var escaped = sniffer.stream();
        sniff("{\"type\":\"RECORD\",\"stream\":\"users\"}");
        assertThat(escaped).isEqualTo(sniffer.stream());
    }

    @Test
    void itDoesNotReadPastTheRange() {
        byte[] lines = utf8("{\"type\":\"STATE\"}\n{\"type\":\"LOG\"}\n");
        assertThat(sniffer.sniff(lines, 0, 17)).isEqualTo(MessageType.STATE);
        assertThat(sniffer.sniff(lines, 17, lines.length)).isEqualTo(MessageType.OTHER);
    }

    @Test
    void r03ANumberOfAMillionDigitsIsPassedOver() {
        assertThat(sniff("{\"n\":" + "9".repeat(1_000_000) + ",\"type\":\"STATE\"}")).isEqualTo(MessageType.STATE);
    }

    private MessageType sniff(String line) {
        byte[] bytes = utf8(line);
        return sniffer.sniff(bytes, 0, bytes.length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
