package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.Digester;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

/** Compares the files in a folder with what a manifest says of them. */
final class MemberFiles {
    private static final int BUFFER = 1 << 16;

    private final Path folder;
    private final List<Problem> problems = new ArrayList<>();
    private long members;

    /** A member that is not here as announced: {@code missing}, {@code differs} or {@code elsewhere}. */
    record Problem(String path, String state, String detail) {}

    MemberFiles(Path folder) {
        this.folder = folder;
    }

    long members() {
        return members;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** Counts a member without looking at it. */
    void count() {
        members++;
    }

    /** Looks at one; an optional one may be missing. What is not relative to the manifest cannot be here. */
    void compare(Member member) {
        count();
        if (member.path().startsWith("s3://") || member.file().isDelivery()) {
            return;
        }
        var file = folder.resolve(member.path()).normalize();
        if (!file.startsWith(folder)) {
            problems.add(new Problem(member.path(), "elsewhere", "leads out of the manifest's folder"));
        } else if (!Files.isRegularFile(file)) {
            if (member.required()) {
                problems.add(new Problem(member.path(), "missing", ""));
            }
        } else {
            difference(file, member.fixity())
                    .ifPresent(detail -> problems.add(new Problem(member.path(), "differs", detail)));
        }
    }

    private static Optional<String> difference(Path file, Fixity expected) {
        try {
            long size = Files.size(file);
            if (expected.size().isPresent() && expected.size().getAsLong() != size) {
                return Optional.of("has " + size + " bytes, not " + expected.size().getAsLong());
            }
            return expected.checksums().isEmpty() ? Optional.empty() : difference(file, expected.checksums());
        } catch (IOException unreadable) {
            return Optional.of("cannot be read: " + unreadable.getMessage());
        }
    }

    private static Optional<String> difference(Path file, List<Checksum> expected) throws IOException {
        var digester = Digester.inOneGo(expected.stream().map(Checksum::algorithm).toList());
        byte[] buffer = new byte[BUFFER];
        try (var in = Files.newInputStream(file)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                digester.update(buffer, 0, length);
            }
        }
        return digester.finish()
                .stream()
                .filter(actual -> !expected.contains(actual))
                .findFirst()
                .map(actual -> "has " + actual + ", not " + expected.stream()
                        .filter(one -> one.algorithm() == actual.algorithm())
                        .findFirst()
                        .orElseThrow()
                        .hex());
    }
}
