package dev.tally.completeness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/**
 * Tells deliveries that a file of theirs was written again, or deleted, after they had been decided. That is noted once in an
 * attempt, and starts nothing: whether the new content matters, people know.
 *
 * <p>A file that changes before the decision is the decision's to see: it reads all, and pins what it read.
 */
public final class ChangedFiles {
    private final FileStore files;
    private final Function<FileRef, Optional<String>> datasets;
    private final DeliveriesAround around;
    private final Deliveries deliveries;
    private final PinnedFiles pinned;
    private final Transitions transitions;
    private final CheckQueue queue;

    /** @param datasets says in which dataset a file lies, if in any */
    public ChangedFiles(FileStore files, Function<FileRef, Optional<String>> datasets, DeliveriesAround around,
            Deliveries deliveries, PinnedFiles pinned,
            Transitions transitions, CheckQueue queue) {
        this.files = files;
        this.datasets = datasets;
        this.around = around;
        this.deliveries = deliveries;
        this.pinned = pinned;
        this.transitions = transitions;
        this.queue = queue;
    }

    /** Goes through one page of the deliveries that may have the file, and leaves the next one to the queue. */
    void tell(FileRef file, Optional<String> cursor) {
        Optional<String> dataset = datasets.apply(file);
        if (dataset.isEmpty()) {
            return;
        }
        DeliveriesAround.Found found = around.find(dataset.get(), file, cursor);
        tellEach(found.deliveries(), file);
        found.cursor().ifPresent(next -> queue.send(List.of(new CheckMessage.Changed(file, Optional.of(next)))));
    }

    /** One that cannot be told holds up none of its page; the message comes again for it, and those are told only once. */
    private void tellEach(List<DeliveryKey> keys, FileRef file) {
        List<RuntimeException> failures = new ArrayList<>();
        for (DeliveryKey key : keys) {
            try {
                tell(key, file);
            } catch (RuntimeException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    private void tell(DeliveryKey key, FileRef file) {
        deliveries.find(key)
                .filter(delivery -> usesAnother(delivery, file))
                .ifPresent(delivery -> transitions.apply(delivery,
                        new Transition.ChangeInput(delivery.attempt(), file)));
    }

    /** What is known of the file is read behind the decision, so it is what the decision read, or newer. */
    private boolean usesAnother(Delivery delivery, FileRef file) {
        return pinned(delivery, file).filter(used -> latest(file).filter(known -> !used.isOf(known)).isPresent())
                .isPresent();
    }

    private Optional<FileEvent> latest(FileRef file) {
        return Optional.ofNullable(files.read(List.of(file), FileStore.Consistency.STRONG).get(file))
                .flatMap(FileState::latest);
    }

    private Optional<PinnedFiles.Version> pinned(Delivery delivery, FileRef file) {
        Optional<ResolvedManifest> resolved = delivery.life().resolved();
        if (resolved.isEmpty() || !delivery.noticesInputs()) {
            return Optional.empty();
        }
        MemberOrder order = new MemberOrder(delivery.key().revision());
        return spellings(delivery, file).map(path -> order.chunk(path, delivery.contents().chunks()))
                .distinct()
                .flatMap(part -> pinned.find(resolved.get(), part, file).stream())
                .findFirst();
    }

    /** How a manifest can name the file, see {@link dev.tally.manifest.ManifestScope}. */
    private static Stream<String> spellings(Delivery delivery, FileRef file) {
        String manifest = delivery.manifest().file().key();
        String folder = manifest.substring(0, manifest.lastIndexOf('/') + 1);
        return file.key().startsWith(folder)
                ? Stream.of(file.key().substring(folder.length()), file.uri())
                : Stream.of(file.uri());
    }
}
