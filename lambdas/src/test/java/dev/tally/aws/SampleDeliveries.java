package dev.tally.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.manifest.ManifestVersion;

/** Deliveries as they are in an ordinary life. */
public final class SampleDeliveries {
    /** When they are registered; each transition is a second later. */
    public static final Instant AT = Instant.parse("2026-11-30T12:00:00.123Z");

    private static final String MACHINE = "arn:aws:states:eu-central-1:123456789012:execution:tally-dev-processing:";

    private SampleDeliveries() {}

    public static ManifestVersion manifest(String name) {
        return new ManifestVersion(new FileRef("tally-dev-landing-1a2b3c4d5e6f",
                "demo/2026/11/30/" + name + ".manifest.json"), Optional.of("3HL4kqtJvjVBH40Nrjfkd.9X8WmZ1Q2e"),
                "d41d8cd98f00b204e9800998ecf8427e", new Sequencer("0065f1c0a1b2c3d4e5"), 12_345, AT.minusSeconds(2));
    }

    public static Delivery waiting(String name) {
        ManifestVersion manifest = manifest(name);
        return Delivery.registered(new DeliveryKey(new DeliveryId("demo", name), manifest.revision()), manifest,
                new Contents(100, 99, 1, "{\"mode\":\"burst\"}", Optional.of(AT.plus(Duration.ofHours(6))), true,
                        Optional.of("0123456789abcdef"),
                        Optional.of(new Checksum(ChecksumAlgorithm.SHA256, "0123456789abcdef".repeat(4)))),
                AT);
    }

    /** A revision of the same delivery, whose manifest came later. */
    public static Delivery later(Delivery delivery) {
        ManifestVersion first = delivery.manifest();
        ManifestVersion next = new ManifestVersion(first.file(), Optional.of("later"), "e", first.sequencer().next(),
                first.size(), first.at().plusSeconds(1));
        return Delivery.registered(new DeliveryKey(delivery.key().id(), next.revision()), next, delivery.contents(),
                AT);
    }

    public static Delivery complete(Delivery waiting) {
        FileRef file = new WorkFiles("tally-dev-work-1a2b3c4d5e6f").resolved(waiting.key(), waiting.attempt(),
                "0123456789abcdef");
        return apply(waiting, new Transition.Complete(waiting.attempt(), new ResolvedManifest(file, 100,
                List.of(0L, 34_567L))));
    }

    public static Delivery processing(Delivery complete) {
        return apply(complete, new Transition.Start(complete.attempt(), MACHINE + StepFunctionsJobs.name(complete.key(),
                complete.attempt())));
    }

    public static Delivery processed(Delivery processing) {
        FileRef folder = new WorkFiles("tally-dev-work-1a2b3c4d5e6f").outputs(processing.key(), processing.attempt());
        FileRef list = new FileRef(folder.bucket(), folder.key().substring(0, folder.key().length() - 1)
                + ".outputs.jsonl");
        return apply(processing, new Transition.Finish(processing.attempt(), Optional.of(new Outputs(list, 80,
                12_345_678))));
    }

    public static Delivery archived(Delivery processed) {
        return apply(processed, new Transition.Archive(processed.attempt(), "s3://tally-dev-archive-1a2b3c4d5e6f/demo/"
                + "2026/11/30/" + processed.key().id().name() + '/' + processed.key().revision() + "/delivery.json"));
    }

    public static Delivery apply(Delivery delivery, Transition transition) {
        return delivery.apply(transition, delivery.life().changedAt().plusSeconds(1)).orElseThrow();
    }
}
