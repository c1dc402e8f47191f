package dev.tally.completeness;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/** Resolved manifests in memory; a test gives the objects that there are, and what happens behind each call. */
public final class InMemoryRuns implements RunFiles, PinnedFiles {
    private final Runnable afterCall;
    private final Function<FileRef, FileEvent.@Nullable Created> objects;
    private final Map<FileRef, Map<Member, FileEvent.Created>> written = new HashMap<>();

    public InMemoryRuns() {
        this(() -> {}, file -> null);
    }

    public InMemoryRuns(Runnable afterCall, Function<FileRef, FileEvent.@Nullable Created> objects) {
        this.afterCall = afterCall;
        this.objects = objects;
    }

    /** What a resolved manifest says. */
    public Map<Member, FileEvent.Created> members(ResolvedManifest resolved) {
        return written.getOrDefault(resolved.file(), Map.of());
    }

    @Override
    public Map<FileRef, FileEvent.Created> pin(Collection<FileEvent.Created> files) {
        Map<FileRef, FileEvent.Created> pinned = new HashMap<>();
        for (FileEvent.Created file : files) {
            FileEvent.Created object = objects.apply(file.file());
            if (object != null && object.etag().equals(file.etag())) {
                pinned.put(file.file(), object);
            }
        }
        afterCall.run();
        return pinned;
    }

    @Override
    public Optional<Version> find(ResolvedManifest resolved, int part, FileRef file) {
        List<FileEvent.Created> all = List.copyOf(members(resolved).values());
        Optional<Version> found = all.subList(resolved.offsets().get(part).intValue(),
                resolved.offsets().get(part + 1).intValue())
                .stream()
                .filter(used -> used.file().equals(file))
                .findFirst()
                .map(used -> new Version(used.etag(), used.versionId()));
        afterCall.run();
        return found;
    }

    @Override
    public ResolvedManifestWriter write(Delivery delivery) {
        Map<Member, FileEvent.Created> members = new LinkedHashMap<>();
        List<Long> offsets = new ArrayList<>(List.of(0L));
        return new ResolvedManifestWriter() {
            @Override
            public void add(Member member, FileEvent.Created file) {
                members.put(member, file);
            }

            @Override
            public void endPart() {
                offsets.add((long) members.size());
            }

            @Override
            public ResolvedManifest commit() {
                FileRef file = new FileRef("work", "resolved/" + delivery.key() + "/" + delivery.attempt() + "-"
                        + Integer.toHexString(members.hashCode()));
                written.put(file, members);
                afterCall.run();
                return new ResolvedManifest(file, members.size(), offsets);
            }

            @Override
            public void close() {
                // nothing was left behind
            }
        };
    }
}
