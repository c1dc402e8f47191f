package dev.tally.singer.inspect;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.DataFolders.Listed;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.read.Fault.Kind;
import dev.tally.singer.read.Survey;

/**
 * Looks for orphans (R28): data files that no log of the lake names. It looks into the lake's own copies, into the folders of all data
 * files that logs name, and into others that it is told of. It needs eight bytes for each data file that is named, besides the names
 * of those folders and what it finds. One thread at a time may use it.
 */
public final class OrphanSearch {
    private final DataFolders dataFiles;
    private final Instant recent;
    private final String copies;
    private final List<String> given;
    private final NameHashes named = new NameHashes();
    private final TreeSet<String> folders = new TreeSet<>();
    private boolean sure = true;

    /**
     * @param given URIs of folders to look into as well, with all in them
     * @param recent a file that was written then or later may be of a run under way
     */
    public OrphanSearch(Lake lake, DataFolders dataFiles, Collection<String> given, Instant recent) {
        this.dataFiles = dataFiles;
        this.recent = recent;
        copies = folder(folder(lake.uri()) + LogName.COPIES);
        this.given = given.stream().map(this::folder).toList();
    }

    /** @param underWay whether it may be of a run whose log has not come yet: it came but lately */
    public record Orphan(String uri, long bytes, Instant modified, boolean underWay) {}

    /** A folder that could not be looked into. */
    public record NotListed(String folder, String detail) {}

    /**
     * What was found.
     *
     * @param orphans sorted by URI
     * @param folders that were looked into; none if there are no data files at all
     */
    public record Found(List<Orphan> orphans, List<String> folders, List<NotListed> notListed) {
        public Found {
            orphans = List.copyOf(orphans);
            folders = List.copyOf(folders);
            notListed = List.copyOf(notListed);
        }
    }

    /** Takes a log, in any order. All logs of the lake have to be taken. */
    public void take(Survey log) {
        sure &= log.faults()
                .stream()
                .noneMatch(fault -> fault.kind() == Kind.UNREADABLE || fault.kind() == Kind.CHECKSUM
                        || fault.kind() == Kind.FACTS);
        for (BatchFile batch : log.content().batches()) {
            dataFiles.nameOf(batch.uri()).ifPresent(name -> {
                named.add(name);
                folders.add(name.substring(0, name.lastIndexOf('/') + 1));
            });
        }
    }

    /** Looks into the folders; empty if a log cannot be read as it was recorded, which may name any of the files. */
    public Optional<Found> find() throws IOException {
        if (!sure) {
            return Optional.empty();
        }
        var found = new Finding();
        for (String folder : given) {
            found.look(folder, true, true);
        }
        found.look(copies, true, false);
        for (String folder : folders) {
            if (!folder.startsWith(copies) && given.stream().noneMatch(folder::startsWith)) {
                found.look(folder, false, false);
            }
        }
        return Optional.of(found.found());
    }

    /** What is found on the way. */
    private final class Finding {
        private final TreeSet<Orphan> orphans = new TreeSet<>(Comparator.comparing(Orphan::uri));
        private final List<String> looked = new ArrayList<>();
        private final List<NotListed> notListed = new ArrayList<>();

        /** @param asked whether somebody said that it is there */
        void look(String folder, boolean deep, boolean asked) {
            try {
                dataFiles.list(folder, deep, file -> take(file, folder));
                looked.add(folder);
            } catch (NoSuchFileException none) {
                if (asked) {
                    notListed.add(new NotListed(folder, "there is no such folder"));
                }
            } catch (IOException failed) {
                notListed.add(new NotListed(folder, String.valueOf(failed.getMessage())));
            }
        }

        private void take(Listed file, String folder) {
            if (DataFolders.isData(file.name().substring(folder.length())) && !named.contains(file.name())) {
                orphans.add(new Orphan(file.name(), file.bytes(), file.modified(), !file.modified().isBefore(recent)));
            }
        }

        Found found() {
            return new Found(List.copyOf(orphans), looked, notListed);
        }
    }

    /** As the names of the files in it begin. */
    private String folder(String uri) {
        String file = dataFiles.nameOf(uri.endsWith("/") ? uri + 'x' : uri + "/x")
                .orElseThrow(() -> new IllegalArgumentException("No files can be in " + uri));
        return file.substring(0, file.length() - 1);
    }
}
