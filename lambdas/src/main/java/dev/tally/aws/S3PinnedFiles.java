package dev.tally.aws;

import java.util.List;
import java.util.Optional;

import dev.tally.completeness.PinnedFiles;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileRef;
import dev.tally.storage.Entry;
import dev.tally.storage.Lines;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectVersion;

/** Looks into resolved manifests in the work bucket. Thread-safe. */
public final class S3PinnedFiles implements PinnedFiles {
    private static final int LINES_AT_ONCE = 100;

    private final S3ObjectReader reader;

    public S3PinnedFiles(AwsClients clients) {
        this.reader = new S3ObjectReader(clients.s3());
    }

    @Override
    public Optional<Version> find(ResolvedManifest resolved, int part, FileRef file) {
        Lines lines = new Lines(reader, ObjectVersion.only(resolved.file()), resolved.offsets().get(part),
                resolved.offsets().get(part + 1));
        try {
            for (List<Lines.Line> some = lines.next(LINES_AT_ONCE); !some.isEmpty(); some = lines.next(LINES_AT_ONCE)) {
                for (Lines.Line line : some) {
                    if (Entry.parse(line.text()) instanceof Entry.File entry && entry.file().equals(file)) {
                        return Optional.of(new Version(entry.etag(), entry.versionId()));
                    }
                }
            }
            return Optional.empty();
        } catch (ObjectGoneException cleared) {
            return Optional.empty();
        }
    }
}
