package dev.tally.completeness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

import dev.tally.dataset.DeliveryId;
import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

/**
 * What teams do in one schedule: operations on objects, in an order that holds per object.
 *
 * @param chunkSize members of a chunk, so that small deliveries have several
 * @param uploads for each object, what happens to it
 */
record Scenario(int chunkSize, boolean versioned, List<List<Upload>> uploads) {
    static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    static final String BUCKET = "landing";
    /** What manifests state of each file's bytes. */
    static final Checksum ANNOUNCED = new Checksum(ChecksumAlgorithm.CRC32, "00000000");

    /** One operation on one object. */
    sealed interface Upload {
        FileRef file();

        /** @param corrupt its bytes are not what the manifest's checksum says */
        record Put(FileRef file, long size, boolean corrupt) implements Upload {}

        record Delete(FileRef file) implements Upload {}

        record Announce(FileRef file, DeliveryId delivery, List<Member> members) implements Upload {}
    }

    static Scenario of(Random random) {
        int files = 1 + random.nextInt(5);
        boolean versioned = random.nextInt(4) > 0;
        List<List<Upload>> uploads = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            uploads.add(life(file(i), random));
        }
        int deliveries = random.nextInt(3) == 0 ? 2 : 1;
        for (int d = 0; d < deliveries; d++) {
            uploads.add(announcements(d, files, random));
        }
        if (random.nextInt(6) == 0) {
            FileRef manifest = new FileRef(BUCKET, "in/after.manifest.json");
            Member earlier = new Member("delivery:sim/d0", FileRef.ofDelivery("sim", "d0"), Fixity.NONE,
                    Optional.empty(), true);
            uploads.add(List.of(new Upload.Announce(manifest, new DeliveryId("sim", "after"), List.of(earlier))));
        }
        return new Scenario(1 + random.nextInt(3), versioned, uploads);
    }

    private static FileRef file(int i) {
        return new FileRef(BUCKET, "in/f" + i);
    }

    private static List<Upload> life(FileRef file, Random random) {
        Upload good = new Upload.Put(file, 1, false);
        return switch (random.nextInt(10)) {
            case 0 -> List.of(good, new Upload.Delete(file), good);
            case 1 -> List.of(new Upload.Put(file, 2, false), good);
            case 2 -> List.of(new Upload.Put(file, 1, true), good);
            case 3 -> List.of(good, good);
            case 4 -> List.of(good, new Upload.Delete(file));
            case 5 -> random.nextInt(3) == 0 ? List.of() : List.of(good);
            default -> List.of(good);
        };
    }

    private static List<Upload> announcements(int delivery, int files, Random random) {
        FileRef manifest = new FileRef(BUCKET, "in/d" + delivery + ".manifest.json");
        DeliveryId id = new DeliveryId("sim", "d" + delivery);
        List<Upload> all = new ArrayList<>();
        int revisions = random.nextInt(4) == 0 ? 2 : 1;
        for (int r = 0; r < revisions; r++) {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                boolean listed = revisions == 1 || r == 1 || random.nextBoolean();
                if (listed) {
                    members.add(new Member("f" + i, file(i), new Fixity(OptionalLong.of(1), List.of(ANNOUNCED)),
                            Optional.empty(), random.nextInt(8) > 0));
                }
            }
            all.add(new Upload.Announce(manifest, id, members.isEmpty() ? List.of(member(0)) : members));
        }
        if (random.nextInt(3) == 0) {
            all.add(random.nextInt(all.size() + 1), all.get(random.nextInt(all.size())));
        }
        return all;
    }

    private static Member member(int i) {
        return new Member("f" + i, file(i), new Fixity(OptionalLong.empty(), List.of(ANNOUNCED)), Optional.empty(),
                true);
    }

    static Instant at(int step) {
        return START.plus(Duration.ofMillis(step));
    }
}
