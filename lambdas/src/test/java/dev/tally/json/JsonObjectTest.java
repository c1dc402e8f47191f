package dev.tally.json;

import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class JsonObjectTest {
    @Test
    @DisplayName("LAM-13: fields that nobody asks for are of no concern")
    void unknownFields() {
        JsonObject event = JsonObject.parse("{\"detail-type\":\"T\",\"x-new\":[1,{\"a\":null}],\"n\":null}");
        assertThat(event.needText("detail-type")).isEqualTo("T");
        assertThat(event.has("n")).isFalse();
    }

    @Test
    @DisplayName("LAM-14: an object may come as its text")
    void embedded() {
        assertThat(JsonObject.parse("{\"detail\":\"{\\\"a\\\":1}\"}").embedded("detail").orElseThrow().needNumber("a"))
                .isEqualTo(1);
        assertThat(JsonObject.parse("{\"detail\":{\"a\":1}}").embedded("detail").orElseThrow().needNumber("a"))
                .isEqualTo(1);
        assertThat(JsonObject.parse("{\"detail\":\"{}\"}").embedded("detail")).isPresent();
    }

    @Test
    @DisplayName("EB-05, SNG-05: numbers keep their value, whatever their size")
    void numbers() {
        String text = "{\"a\":9223372036854775807,\"b\":9223372036854775808,\"c\":0.1000000000000000055,\"d\":-1E+400}";
        assertThat(JsonObject.parse(text)).hasToString(text);
        assertThatThrownBy(() -> JsonObject.parse(text).number("b")).hasMessage("b is not an integer of 64 bits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "[]", "{", "{\"a\":}", "{} {}", "{\"a\":1,\"a\":2}", "{\"a\":[null]}",
        "{\"a\":tru"})
    void whatIsNoObjectIsMalformed(String text) {
        assertThatThrownBy(() -> JsonObject.parse(text)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void tellsWhatIsMissingOrOfAnotherType() {
        JsonObject object = JsonObject.parse("{\"a\":{\"b\":[\"x\",\"y\"],\"t\":true}}");
        assertThat(object.texts("a", "b")).isEqualTo(List.of("x", "y"));
        assertThat(object.flag("a", "t")).contains(true);
        assertThatThrownBy(() -> object.needText("a", "c")).hasMessage("a.c is missing");
        assertThatThrownBy(() -> object.needText("a", "t")).hasMessage("a.t is not text");
        assertThatThrownBy(() -> object.objects("a", "b")).hasMessage("a.b is not an object");
    }
}
