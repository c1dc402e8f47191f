package dev.tally.completeness;

import java.util.Collection;
import java.util.Map;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/** Port: fixing the exact files of a run. */
public interface RunFiles {
    /**
     * Finds the version of each file that still has the content of its event, where the event does not tell it. A file
     * that has changed since is left out of the answer; one in a bucket without versions stays as it is.
     */
    Map<FileRef, FileEvent.Created> pin(Collection<FileEvent.Created> files);

    /** Begins to write the resolved manifest of the delivery's attempt. Its place is told by its content. */
    ResolvedManifestWriter write(Delivery delivery);

    /** Writes members part by part. Without {@link #commit()} nothing is left behind. */
    interface ResolvedManifestWriter extends AutoCloseable {
        void add(Member member, FileEvent.Created file);

        /** Ends a part, which may be empty. */
        void endPart();

        ResolvedManifest commit();

        @Override
        void close();
    }
}
