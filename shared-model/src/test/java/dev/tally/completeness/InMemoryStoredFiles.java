package dev.tally.completeness;

import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/** A bucket in memory; a test gives the objects that there are, and what happens behind each look. */
public final class InMemoryStoredFiles implements StoredFiles {
    private final Runnable afterCall;
    private final Function<FileRef, FileEvent.@Nullable Created> objects;

    public InMemoryStoredFiles(Runnable afterCall, Function<FileRef, FileEvent.@Nullable Created> objects) {
        this.afterCall = afterCall;
        this.objects = objects;
    }

    @Override
    public Optional<FileEvent.Created> find(FileRef file, Sequencer order) {
        Optional<FileEvent.Created> found = Optional.ofNullable(objects.apply(file))
                .map(o -> new FileEvent.Created(file, order, o.at(), o.size(), o.etag(), o.versionId()));
        afterCall.run();
        return found;
    }
}
