package dev.tally.aws;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.tally.completeness.PinnedFiles;
import dev.tally.completeness.RunFiles;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

final class S3PinnedFilesTest {
    private final S3PinnedFiles pinned = new S3PinnedFiles(EmulatedAws.clients());

    private static FileEvent.Created file(String key) {
        return new FileEvent.Created(new FileRef("landing", key), new Sequencer("1"), Instant.EPOCH, 1, "e-" + key,
                Optional.of("v-" + key));
    }

    private static void add(RunFiles.ResolvedManifestWriter writer, FileEvent.Created file) {
        writer.add(new Member(file.file().key(), file.file(), Fixity.NONE, Optional.empty(), true), file);
    }

    @Test
    void findsTheVersionThatAPartHas() {
        String work = EmulatedAws.createBucket(false);
        FileEvent.Created result = new FileEvent.Created(FileRef.ofDelivery("demo", "d"), new Sequencer("1"),
                Instant.EPOCH, 1, "0123456789ab.1", Optional.empty());
        ResolvedManifest resolved;
        try (var writer = new S3RunFiles(EmulatedAws.clients(), work).write(SampleDeliveries.waiting("pinned"))) {
            for (int i = 0; i < 250; i++) {
                add(writer, file("a" + i));
            }
            add(writer, result);
            writer.endPart();
            writer.endPart();
            add(writer, file("b é"));
            writer.endPart();
            resolved = writer.commit();
        }
        assertThat(pinned.find(resolved, 0, new FileRef("landing", "a249")))
                .contains(new PinnedFiles.Version("e-a249", Optional.of("v-a249")));
        assertThat(pinned.find(resolved, 2, new FileRef("landing", "b é"))).isPresent();
        for (FileRef other : List.of(new FileRef("landing", "b é"), new FileRef("other", "a1"), result.file())) {
            assertThat(pinned.find(resolved, 0, other)).isEmpty();
            assertThat(pinned.find(resolved, 1, other)).isEmpty();
        }
        ResolvedManifest cleared = new ResolvedManifest(new FileRef(work, "resolved/none"), 1, List.of(0L, 9L));
        assertThat(pinned.find(cleared, 0, new FileRef("landing", "a1"))).isEmpty();
    }
}
