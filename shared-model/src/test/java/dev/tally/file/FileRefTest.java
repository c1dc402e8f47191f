package dev.tally.file;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FileRefTest {
    /** KEY-03, KEY-08, KEY-10: nothing is decoded, folded or tidied. */
    @Test
    void key03Key08Key10KeysAreLiteral() {
        List<String> keys = List.of("t/7:30.csv", "t/7%3A30.csv", "in//a.csv", "in/./a.csv", "/in/a.csv", "A.csv",
                "a.csv", "a b.csv", "a+b.csv", "r\u00e9sum\u00e9", "re\u0301sume\u0301");
        assertThat(keys.stream().map(k -> FileRef.parse("s3://b/" + k)).distinct().map(FileRef::key))
                .containsExactlyElementsOf(keys);
    }

    @Test
    void aUriHasABucketAndAKey() {
        for (String text : new String[]{"", "s3://", "s3://bucket", "s3:///key", "s3://bucket/", "http://b/k"}) {
            assertThatThrownBy(() -> FileRef.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void noObjectIsTakenForADeliverysResult() {
        FileRef result = FileRef.ofDelivery("mag", "2026/11");
        assertThat(result.isDelivery()).isTrue();
        assertThat(result).hasToString("delivery:mag/2026/11");
        assertThat(new FileRef("delivery", "mag/2026").isDelivery()).isFalse();
    }
}
