package dev.tally.completeness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestVersion;

/** Does what the check queue asks for. */
public final class Checks {
    private final Completeness completeness;
    private final Registration registration;
    private final FileStore files;
    private final LostEvents lostEvents;
    private final ChangedFiles changedFiles;
    private final Watches watches;
    private final CheckQueue queue;

    public Checks(Completeness completeness, Registration registration, FileStore files, LostEvents lostEvents,
            ChangedFiles changedFiles, Watches watches, CheckQueue queue) {
        this.completeness = completeness;
        this.registration = registration;
        this.files = files;
        this.lostEvents = lostEvents;
        this.changedFiles = changedFiles;
        this.watches = watches;
        this.queue = queue;
    }

    /**
     * Handles one message; it may be acknowledged when this returns.
     *
     * @throws ManifestGoneException if a manifest is not there any more, which needs no retry
     */
    public void handle(CheckMessage message) {
        switch (message) {
            case CheckMessage.Check check -> check(check.watch(), check.file());
            case CheckMessage.Decide decide -> completeness.decide(decide.delivery());
            case CheckMessage.Changed changed -> changedFiles.tell(changed.file(), changed.cursor());
            case CheckMessage.Look look -> lostEvents.look(look.watch());
            case CheckMessage.Register register -> register(register);
            case CheckMessage.Walk walk -> walk(walk.file(), walk.cursor());
        }
    }

    /**
     * Where a version is gone, a handler may have died between storing its delivery and settling which revision waits, and
     * nobody can read that version again. Taking in the one that replaced it, even a second time, settles both.
     */
    private void register(CheckMessage.Register register) {
        ManifestVersion manifest = register.manifest();
        try {
            if (register.first()) {
                registration.registerFirst(manifest);
            } else {
                registration.register(manifest);
            }
        } catch (ManifestGoneException gone) {
            FileRef file = manifest.file();
            Optional.ofNullable(files.read(List.of(file), FileStore.Consistency.STRONG).get(file))
                    .flatMap(FileState::present)
                    .map(ManifestVersion::of)
                    .filter(present -> present.isNewerThan(manifest))
                    .ifPresent(present -> queue.send(List.of(new CheckMessage.Register(present))));
            throw gone;
        }
    }

    private void check(Watch watch, Optional<FileRef> file) {
        boolean over = !completeness.check(watch, file);
        if (over && file.isPresent()) {
            watches.remove(file.get(), watch);
            // If it waits again since, and had just set this watch, that is made good here.
            completeness.check(watch, Optional.empty());
        }
    }

    /** One page, and a message for the next one, so that no invocation has to wake them all. */
    private void walk(FileRef file, Optional<String> cursor) {
        Watches.Page page = watches.overflow(file, cursor);
        List<CheckMessage> messages = new ArrayList<>();
        for (Watch watch : page.watches()) {
            messages.add(new CheckMessage.Check(watch, Optional.of(file)));
        }
        page.cursor().ifPresent(next -> messages.add(new CheckMessage.Walk(file, Optional.of(next))));
        if (!messages.isEmpty()) {
            queue.send(messages);
        }
    }
}
