package dev.tally.completeness;

import java.util.List;
import java.util.TreeMap;

import dev.tally.file.FileRef;

/** Folders of a bucket in memory. */
public final class InMemoryFolders implements FolderFiles {
    private final TreeMap<FileRef, Stored> files = new TreeMap<>();

    public void put(Stored file) {
        files.put(file.file(), file);
    }

    @Override
    public Listing list(String bucket, String folder, int limit) {
        List<Stored> found = files.values()
                .stream()
                .filter(file -> file.file().bucket().equals(bucket) && file.file().key().startsWith(folder)
                        && file.file().key().indexOf('/', folder.length()) < 0)
                .toList();
        return new Listing(found.subList(0, Math.min(limit, found.size())), found.size() > limit);
    }
}
