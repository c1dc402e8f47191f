package dev.tally.completeness;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tally.file.FileEvent;
import dev.tally.manifest.Member;

/**
 * Whether what is known of a file is what a member asks for. Its size is compared here; its checksums are compared by
 * the run, which marks a version that has others.
 */
public sealed interface Verdict {
    /** It is there, as announced. */
    record Satisfied(FileEvent.Created file) implements Verdict {}

    /** It never came. */
    record Missing() implements Verdict {}

    /** It was there and is gone. */
    record Deleted(Instant at) implements Verdict {}

    /** It is there with another size, in bytes. */
    record Differs(FileEvent.Created file, long expected, long actual) implements Verdict {}

    /** It is there, and a run found its bytes wrong. */
    record Bad(FileEvent.Created file, BadMark mark) implements Verdict {}

    static Verdict of(Member member, FileState state) {
        Optional<FileEvent> latest = state.latest();
        if (latest.isEmpty()) {
            return new Missing();
        }
        return switch (latest.get()) {
            case FileEvent.Deleted deleted -> new Deleted(deleted.at());
            case FileEvent.Created file -> of(member, file, state.bad());
        };
    }

    private static Verdict of(Member member, FileEvent.Created file, Optional<BadMark> bad) {
        OptionalLong expected = member.fixity().size();
        if (expected.isPresent() && expected.getAsLong() != file.size()) {
            return new Differs(file, expected.getAsLong(), file.size());
        }
        return bad.<Verdict>map(mark -> new Bad(file, mark)).orElseGet(() -> new Satisfied(file));
    }
}
