package dev.tally.lambda.verifier;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.storage.BadEntry;
import dev.tally.storage.BadEntry.Problem;
import dev.tally.storage.FakeObjects;

import static org.assertj.core.api.Assertions.assertThat;

final class FixityReportTest {
    private static final FileRef REPORT = new FileRef("work", "fixity/0.jsonl");

    private final FakeObjects objects = new FakeObjects();
    private final FixityReport report = new FixityReport(objects, objects);

    private static BadEntry entry(long at, Problem problem) {
        return new BadEntry(at, "p" + at, new FileRef("landing", "k" + at), Optional.of("v"), "e", problem);
    }

    private List<BadEntry> stored() {
        return objects.text(REPORT).lines().map(BadEntry::parse).toList();
    }

    @Test
    void holdsEveryKindOfProblem() {
        Problem bytes = new Problem.Bytes(Checksum.parse(ChecksumAlgorithm.CRC32, "00000001"),
                Checksum.parse(ChecksumAlgorithm.CRC32, "00000002"));
        List<BadEntry> entries = List.of(entry(0, bytes), entry(10, new Problem.Size(1, 2)),
                entry(20, new Problem.Gone()));

        report.write(REPORT, 0, 0, entries);

        assertThat(stored()).isEqualTo(entries);
    }

    @Test
    void growsWithEachInvocation() {
        BadEntry first = entry(0, new Problem.Gone());
        BadEntry second = entry(50, new Problem.Gone());
        report.write(REPORT, 0, 0, List.of(first));
        report.write(REPORT, 40, 1, List.of(second));

        assertThat(stored()).containsExactly(first, second);
    }

    @Test
    @DisplayName("What an invocation wrote that died before it could answer is not kept twice")
    void isWrittenAnewByARepeatedInvocation() {
        BadEntry first = entry(0, new Problem.Gone());
        BadEntry second = entry(50, new Problem.Gone());
        report.write(REPORT, 0, 0, List.of(first));
        report.write(REPORT, 40, 1, List.of(second, entry(90, new Problem.Gone())));
        report.write(REPORT, 40, 1, List.of(second));

        assertThat(stored()).containsExactly(first, second);
    }
}
