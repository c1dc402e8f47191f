package dev.tally.lambda.api;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.completeness.Chunk;
import dev.tally.completeness.ChunkStore;
import dev.tally.completeness.FolderFiles;
import dev.tally.completeness.FolderFiles.Listing;
import dev.tally.completeness.FolderFiles.Stored;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;
import dev.tally.singer.lake.DataFolders;

/**
 * Looks for data files that no log names (R28): in the folders that a delivery of Singer messages has members in, and among the members of
 * the dataset's newest deliveries. Both are bounded, and the answer says where it stopped.
 */
final class Orphans {
    private static final int MOST_LISTED = 1000;
    private static final int MOST_FOLDERS = 50;
    private static final int MOST_DELIVERIES = 200;

    private final String bucket;
    private final FolderFiles folders;
    private final ChunkStore chunks;
    private final DeliveryList list;
    private final InstantSource clock;

    /** @param bucket the one where data files lie */
    Orphans(String bucket, FolderFiles folders, ChunkStore chunks, DeliveryList list, InstantSource clock) {
        this.bucket = bucket;
        this.folders = folders;
        this.chunks = chunks;
        this.list = list;
        this.clock = clock;
    }

    /** Whether the delivery is one whose folders have data files of Singer logs. */
    static boolean areThinkable(Delivery delivery) {
        return isLog(delivery) && delivery.contents().chunks() > 0;
    }

    /**
     * Writes them as the field {@code orphans}.
     *
     * @param end when to stop looking
     */
    void write(JsonGenerator json, Delivery delivery, Instant end) throws IOException {
        var search = new Search(delivery, end);
        search.list();
        search.takeNamed();
        json.writeObjectFieldStart("orphans");
        json.writeArrayFieldStart("files");
        for (Stored file : search.unnamed.values()) {
            json.writeStartObject();
            json.writeStringField("bucket", file.file().bucket());
            json.writeStringField("key", file.file().key());
            json.writeNumberField("size", file.size());
            json.writeStringField("at", file.at().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
        Texts.write(json, "folders", search.looked);
        json.writeNumberField("listed", search.listed);
        json.writeBooleanField("moreFiles", search.moreFiles);
        json.writeNumberField("deliveries", search.deliveries);
        json.writeBooleanField("moreDeliveries", search.moreDeliveries);
        json.writeNumberField("rejectedLogs", search.rejectedLogs);
        json.writeEndObject();
    }

    private static boolean isLog(Delivery delivery) {
        return ManifestFormat.SINGER.isOf(delivery.manifest().file().key());
    }

    /** What one search has found so far. */
    private final class Search {
        private final Delivery delivery;
        private final Instant end;
        private final Map<FileRef, Stored> unnamed = new TreeMap<>();
        private final List<String> looked = new ArrayList<>();
        private int listed;
        private boolean moreFiles;
        private int deliveries;
        private boolean moreDeliveries;
        /** Nobody keeps what such a log names. */
        private int rejectedLogs;

        Search(Delivery delivery, Instant end) {
            this.delivery = delivery;
            this.end = end;
        }

        private boolean isOver() {
            return clock.instant().isAfter(end);
        }

        void list() {
            for (String folder : memberFolders()) {
                if (listed == MOST_LISTED || looked.size() == MOST_FOLDERS || isOver()) {
                    moreFiles = true;
                    return;
                }
                Listing found = folders.list(bucket, folder, MOST_LISTED - listed);
                looked.add(folder);
                listed += found.files().size();
                moreFiles |= found.more();
                for (Stored file : found.files()) {
                    if (DataFolders.isData(file.file().key().substring(folder.length()))) {
                        unnamed.put(file.file(), file);
                    }
                }
            }
        }

        private Collection<String> memberFolders() {
            var found = new TreeSet<String>();
            for (int chunk = 0; chunk < delivery.contents().chunks(); chunk++) {
                if (isOver()) {
                    moreFiles = true;
                    return found;
                }
                for (Member member : members(delivery, chunk)) {
                    String key = member.file().key();
                    if (member.file().bucket().equals(bucket)) {
                        found.add(key.substring(0, key.lastIndexOf('/') + 1));
                    }
                }
            }
            return found;
        }

        /** Takes away what the delivery itself names, or another one of the dataset. */
        void takeNamed() {
            takeNamed(delivery);
            if (unnamed.isEmpty()) {
                return;
            }
            DeliveryList.Page page = list.page(delivery.key().id().dataset(), Optional.empty(), MOST_DELIVERIES);
            moreDeliveries |= page.more();
            for (DeliveryList.Entry entry : page.entries()) {
                if (unnamed.isEmpty()) {
                    moreDeliveries = false;
                    return;
                }
                if (isOver()) {
                    moreDeliveries = true;
                    return;
                }
                if (!entry.delivery().key().equals(delivery.key())) {
                    takeNamed(entry.delivery());
                }
            }
        }

        private void takeNamed(Delivery other) {
            deliveries++;
            rejectedLogs += isLog(other) && other.status() == DeliveryStatus.REJECTED ? 1 : 0;
            int count = other.contents().chunks();
            // A log calls its data files by their URIs, so each can be in one chunk alone.
            IntStream worthReading = isLog(other) && count > 1
                    ? unnamed.keySet().stream().mapToInt(file -> Chunk.of(other.key(), file.uri(), count)).distinct()
                    : IntStream.range(0, count);
            for (int chunk : worthReading.toArray()) {
                if (isOver()) {
                    moreDeliveries = true;
                    return;
                }
                members(other, chunk).forEach(member -> unnamed.remove(member.file()));
            }
        }

        private List<Member> members(Delivery other, int chunk) {
            return chunks.get(other.key(), chunk)
                    .map(Chunk::members)
                    .orElseThrow(() -> new IllegalStateException("Chunk " + chunk + " of " + other.key()
                            + " is not in the table"));
        }
    }
}
