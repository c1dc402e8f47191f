package dev.tally.singer.lake;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class LogTemplateTest {
    private static final Ulid ULID = new Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV");

    @ParameterizedTest
    @CsvSource({
        "'', {tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}, tap-x/2016/07/30/01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl.gz",
        "a/b-, {prefix}{tap}/{ulid}.singer.jsonl{ext}, a/b-tap-x/01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl.gz",
        "p/, {ulid}-{runner}.singer.jsonl{ext}, p/01ARZ3NDEKTSV4RRFFQ69G5FAV-host%3A1.singer.jsonl.gz",
        "'', y={yyyy}{MM}{dd}{HH}/x-{ulid}.singer.jsonl{ext}, y=2016073023/x-01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl.gz"})
    void r20DatesAreThoseOfTheUlid(String prefix, String template, String path) {
        var name = new LogTemplate(prefix, template).name(ULID, "tap-x", "host:1", true);
        assertThat(name.path()).isEqualTo(path);
        assertThat(LogName.parse(path)).contains(name);
    }

    @ParameterizedTest
    @CsvSource({"{tap}/x.singer.jsonl{ext}, overwrite", "{tap}/{ulid}/{ulid}.singer.jsonl{ext}, twice",
        "{stream}/{ulid}.singer.jsonl{ext}, unknown", "{ulid}.jsonl, end with", "{ulid}.singer.jsonl, end with",
        "{ulid}/x.singer.jsonl{ext}, last part", "{dd}/{MM}/{ulid}.singer.jsonl{ext}, in this order",
        "{yyyy}/{dd}/{ulid}.singer.jsonl{ext}, in this order",
        "{yyyy}/{MM}/{ulid}-{dd}.singer.jsonl{ext}, before {ulid}",
        "{runner}/{ulid}.singer.jsonl{ext}, behind {ulid}", "{ulid}-{tap}.singer.jsonl{ext}, before {ulid}",
        "/{ulid}.singer.jsonl{ext}, empty", "a//{ulid}.singer.jsonl{ext}, empty", "../{ulid}.singer.jsonl{ext}, dot",
        "a/.b/{ulid}.singer.jsonl{ext}, dot", "a b/{ulid}.singer.jsonl{ext}, letters",
        "{tap/{ulid}.singer.jsonl{ext}, letters",
        "{ulid}x.singer.jsonl{ext}, behind {ulid}"})
    void r20ATemplateThatBreaksSortOrUniquenessIsRefused(String template, String fault) {
        assertThatThrownBy(() -> new LogTemplate("", template)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(template)
                .hasMessageContaining(fault);
    }

    @ParameterizedTest
    @CsvSource({"tap-x, tap-x", "a/b c, a%2Fb%20c", ".x., %2Ex.", "é%, %C3%A9%25", "a+b, a%2Bb"})
    void r20OddNamesAreEncodedAndReadBack(String tap, String encoded) {
        var name = LogTemplate.DEFAULT.name(ULID, tap, "", false);
        assertThat(name.path()).isEqualTo(encoded + "/2016/07/30/01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl");
        assertThat(LogTemplate.DEFAULT.tap(name.path())).contains(tap);
    }

    @Test
    void pathsOfAnotherTemplateTellNoTap() {
        assertThat(LogTemplate.DEFAULT.tap("x/01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl")).isEmpty();
        assertThat(new LogTemplate("", "{ulid}.singer.jsonl{ext}").tap("01ARZ3NDEKTSV4RRFFQ69G5FAV.singer.jsonl"))
                .isEmpty();
    }

    @Test
    void whatLiesBesideALogHasItsStem() {
        var log = new LogName("t/01ARZ3NDEKTSV4RRFFQ69G5FAV-r.singer.jsonl.gz", ULID);
        assertThat(log.facts()).isEqualTo("t/01ARZ3NDEKTSV4RRFFQ69G5FAV-r.facts.json");
        assertThat(log.journal()).isEqualTo("t/01ARZ3NDEKTSV4RRFFQ69G5FAV-r.facts.journal");
        assertThat(log.partial()).isEqualTo("t/01ARZ3NDEKTSV4RRFFQ69G5FAV-r.partial");
        for (String other : new String[]{log.facts(), log.journal(), log.partial(), "x.singer.jsonl"}) {
            assertThat(LogName.parse(other)).as(other).isEqualTo(Optional.empty());
        }
    }
}
