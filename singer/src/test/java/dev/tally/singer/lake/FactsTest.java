package dev.tally.singer.lake;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FactsTest {
    private static final Ulid RUN = new Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV");

    @Test
    void r21WhatIsWrittenIsReadBack() {
        assertThat(FactsReader.read(FactsJson.write(full()))).isEqualTo(full());
        var least = new Facts("x",
                new Facts.Origin(RUN, "tap", 1, 1, 0, Optional.empty(), Optional.empty(), Optional.empty()),
                new Facts.Content(0, List.of(), List.of(), 0, 0, "", false, false, Optional.empty()),
                new Facts.Stored(0, ""), Map.of(), 0, 0, List.of(), List.of());
        assertThat(FactsReader.read(FactsJson.write(least))).isEqualTo(least);
    }

    @Test
    void r21TheFormBesideTheFileIsAContract() {
        assertThat(new String(FactsJson.write(full()), StandardCharsets.UTF_8)).isEqualTo(
                """
                        {"singerFacts":1,"log":"a.singer.jsonl.gz","run":"01ARZ3NDEKTSV4RRFFQ69G5FAV","tap":"tap-x","part":3,\
                        "firstMessage":101,"lastMessage":240,"firstTime":"2026-11-30T12:00:00Z","lastTime":"2026-11-30T12:00:01Z",\
                        "lines":142,"injected":[1,17],"invalid":[5],"invalidTotal":1,"bytes":9000,"sha256":"ab","trailingState":true,\
                        "finalNewlineAdded":true,"partial":"p","storedBytes":900,"storedSha256":"cd",\
                        "counts":[{"stream":"users","SCHEMA":1,"RECORD":100},{"stream":"é","BATCH":2,"ACTIVATE_VERSION":3}],\
                        "states":3,"others":1,"schemaless":["é"],"batches":[{"line":5,"stream":"é","uri":"s3://a","bytes":7,"etag":"e"},\
                        {"line":6,"stream":"é","uri":"s3://b"}],"end":{"reason":"eof","exitCode":0}}
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"singerFacts\":2}", "{\"singerFacts\":1,\"log\":\"x\"}",
        "{\"singerFacts\":1,\"log\":\"x\",\"run\":\"y\"}"})
    void otherDocumentsAreNoFacts(String json) {
        assertThatThrownBy(() -> FactsReader.read(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FactsException.class);
    }

    @Test
    void whatIsNoJsonIsToldInWordsForPeople() {
        assertThatThrownBy(() -> FactsReader.read("{\"singerFacts\":1,\n x}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("line 2, column 2: not JSON: Unexpected character ('x'")
                .hasMessageNotContaining("Source");
    }

    private static Facts full() {
        var streams = new LinkedHashMap<String, Facts.StreamCounts>();
        streams.put("users", new Facts.StreamCounts(1, 100, 0, 0));
        streams.put("é", new Facts.StreamCounts(0, 0, 2, 3));
        var start = Instant.parse("2026-11-30T12:00:00Z");
        return new Facts("a.singer.jsonl.gz",
                new Facts.Origin(RUN, "tap-x", 3, 101, 240, Optional.of(start), Optional.of(start.plusSeconds(1)),
                        Optional.of(new Facts.End(Facts.End.Reason.EOF, 0))),
                new Facts.Content(142, List.of(1L, 17L), List.of(5L), 1, 9000, "ab", true, true, Optional.of("p")),
                new Facts.Stored(900, "cd"), streams, 3, 1, List.of("é"),
                List.of(new Facts.BatchFile(5, "é", "s3://a", Optional.of(new Facts.DataFile(7, Optional.of("e")))),
                        new Facts.BatchFile(6, "é", "s3://b", Optional.empty())));
    }
}
