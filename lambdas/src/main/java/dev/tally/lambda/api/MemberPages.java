package dev.tally.lambda.api;

import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.tally.completeness.Chunk;
import dev.tally.completeness.ChunkStore;
import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.Verdict;
import dev.tally.delivery.Delivery;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * Walks a delivery's members with what is known of their files, page by page. A page ends when it is full, or when
 * reading takes too long; what it found until then is given with the place to go on, and may be nothing.
 */
final class MemberPages {
    private static final int GROUP = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(12);
    /** Characters of names on a page: what an answer may have is 6 MB, with all quoting. */
    private static final int MOST_TEXT = 500_000;

    private final ChunkStore chunks;
    private final FileStore files;
    private final InstantSource clock;

    MemberPages(ChunkStore chunks, FileStore files, InstantSource clock) {
        this.chunks = chunks;
        this.files = files;
        this.clock = clock;
    }

    /** Which members a page is about. */
    enum Wanted {
        ALL,
        /** Required, and not there as announced. */
        BLOCKING
    }

    /**
     * A member and its file.
     *
     * @param otherForm the file that came under the same name in another Unicode form, if the member itself did not
     */
    record Seen(Member member, FileState state, Verdict verdict, Optional<FileRef> otherForm) {}

    /**
     * A part of the members.
     *
     * @param satisfied required members that were seen and are there
     * @param next where to go on; absent at the end
     */
    record Page(List<Seen> members, long satisfied, Optional<String> next) {
        Page {
            members = List.copyOf(members);
        }
    }

    Page read(Delivery delivery, Wanted wanted, Optional<String> from, int limit) {
        Instant end = clock.instant().plus(PATIENCE);
        Place place = Place.parse(from);
        List<Seen> page = new ArrayList<>();
        long satisfied = 0;
        int text = 0;
        for (int c = place.chunk(); c < delivery.contents().chunks(); c++) {
            int index = c;
            List<Member> members = chunks.get(delivery.key(), c)
                    .map(Chunk::members)
                    .orElseThrow(() -> new IllegalStateException("Chunk " + index + " of " + delivery.key()
                            + " is not in the table"));
            for (int at = c == place.chunk() ? place.member() : 0; at < members.size(); at += GROUP) {
                if (clock.instant().isAfter(end)) {
                    return new Page(page, satisfied, Optional.of(new Place(c, at).text()));
                }
                List<Member> group = members.subList(at, Math.min(members.size(), at + GROUP));
                List<Seen> seen = look(group);
                for (int i = 0; i < seen.size(); i++) {
                    Seen one = seen.get(i);
                    if (page.size() == limit || text > MOST_TEXT) {
                        return new Page(page, satisfied, Optional.of(new Place(c, at + i).text()));
                    }
                    boolean there = one.verdict() instanceof Verdict.Satisfied;
                    satisfied += there && one.member().required() ? 1 : 0;
                    if (wanted == Wanted.ALL || (one.member().required() && !there)) {
                        page.add(one);
                        text += one.member().path().length() + one.member().file().key().length();
                    }
                }
            }
        }
        return new Page(page, satisfied, Optional.empty());
    }

    private List<Seen> look(List<Member> members) {
        Map<FileRef, FileState> states = files.read(members.stream().map(Member::file).toList(),
                FileStore.Consistency.STRONG);
        Map<Member, Set<FileRef>> forms = new HashMap<>();
        for (Member member : members) {
            if (Verdict.of(member, state(states, member.file())) instanceof Verdict.Missing) {
                Set<FileRef> others = otherForms(member.file());
                if (!others.isEmpty()) {
                    forms.put(member, others);
                }
            }
        }
        Map<FileRef, FileState> others = forms.isEmpty()
                ? Map.of()
                : files.read(forms.values().stream().flatMap(Set::stream).toList(), FileStore.Consistency.STRONG);
        return members.stream().map(member -> {
            FileState state = state(states, member.file());
            Optional<FileRef> other = forms.getOrDefault(member, Set.of())
                    .stream()
                    .filter(file -> state(others, file).present().isPresent())
                    .findFirst();
            return new Seen(member, state, Verdict.of(member, state), other);
        }).toList();
    }

    private static FileState state(Map<FileRef, FileState> states, FileRef file) {
        return states.getOrDefault(file, FileState.unknown(file));
    }

    /** KEY-06: macOS decomposes names, others compose them; to S3 these are different keys. */
    private static Set<FileRef> otherForms(FileRef file) {
        Set<FileRef> forms = new HashSet<>();
        forms.add(new FileRef(file.bucket(), Normalizer.normalize(file.key(), Normalizer.Form.NFC)));
        forms.add(new FileRef(file.bucket(), Normalizer.normalize(file.key(), Normalizer.Form.NFD)));
        forms.remove(file);
        return forms;
    }

    /** Where a page begins. */
    private record Place(int chunk, int member) {
        static Place parse(Optional<String> text) {
            if (text.isEmpty()) {
                return new Place(0, 0);
            }
            String[] parts = text.get().split(":", -1);
            try {
                Place place = new Place(Integer.parseInt(parts[0]), Integer.parseInt(parts[parts.length - 1]));
                if (parts.length == 2 && place.chunk >= 0 && place.member >= 0) {
                    return place;
                }
            } catch (NumberFormatException malformed) {
                // told below
            }
            throw Query.wrongToken();
        }

        String text() {
            return chunk + ":" + member;
        }
    }
}
