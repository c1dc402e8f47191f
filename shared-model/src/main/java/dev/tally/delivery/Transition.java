package dev.tally.delivery;

import java.util.Optional;

import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestVersion;

/** What can happen to a delivery; each names the attempt that it means, so that it can touch no other. */
public sealed interface Transition {
    int attempt();

    /** Every member was there when all were read. */
    record Complete(int attempt, ResolvedManifest resolved) implements Transition {}

    /** The job's execution was started, or found started. */
    record Start(int attempt, String execution) implements Transition {}

    /** The job is done and what it wrote is recorded. */
    record Finish(int attempt, Optional<Outputs> outputs) implements Transition {}

    /** The archive has it all; {@code seal} is the URI of its {@code delivery.json}. */
    record Archive(int attempt, String seal) implements Transition {}

    /** Something went wrong that a person has to look at. */
    record Fail(int attempt, Reason reason) implements Transition {}

    /** The run found members whose bytes are not what was announced: wait for better ones. */
    record Unfit(int attempt, Reason reason) implements Transition {}

    /** Its time is up, and it still waits. */
    record Overdue(int attempt) implements Transition {}

    /** A file that the attempt uses was written again or deleted since. */
    record ChangeInput(int attempt, FileRef file) implements Transition {}

    /** A person wants the next attempt. */
    record Reprocess(int attempt) implements Transition {}

    /** Its manifest came again, byte for byte: that begins nothing, and the delivery stands for that version too. */
    record Repeat(int attempt, ManifestVersion manifest) implements Transition {}

    /** A newer revision took its place; nothing happens if it is itself the newer one by now. */
    record Supersede(int attempt, Delivery by) implements Transition {}

    /** A person took it back. */
    record Withdraw(int attempt, String why) implements Transition {}
}
