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

    /** It is there, and a run found that its bytes are not what this member states. */
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
        return bad.filter(mark -> contradicts(mark, member))
                .<Verdict>map(mark -> new Bad(file, mark))
                .orElseGet(() -> new Satisfied(file));
    }

    /**
     * What a run found of the bytes is wrong for whoever states otherwise, not for all that have the file: it may be the
     * manifest of that run which was wrong.
     */
    private static boolean contradicts(BadMark mark, Member member) {
        return member.fixity()
                .checksums()
                .stream()
                .anyMatch(stated -> stated.algorithm() == mark.actual().algorithm() && !stated.equals(mark.actual()));
    }
}
