package dev.tally.aws;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

import dev.tally.completeness.BadFiles;
import dev.tally.completeness.BadMark;
import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.Watch;
import dev.tally.completeness.Watches;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/** Files in the tracking table. Thread-safe. */
public final class DynamoFiles implements FileStore, BadFiles, Watches {
    /** So many watches lie in the file's own item, which then stays within the first kilobyte. */
    static final int MOST_INLINE = 8;
    private static final int PAGE = 100;
    private static final String NEWER = "attribute_not_exists(#seq) OR #seq < :seq";

    private final Table table;

    public DynamoFiles(AwsClients clients, String table) {
        this(new Table(clients, table));
    }

    DynamoFiles(Table table) {
        this.table = table;
    }

    @Override
    public FileState record(FileEvent event) {
        Table.Written written = table.update(Keys.file(event.file()), conditional(event));
        return written.item().isEmpty() ? FileState.unknown(event.file()) : FileItem.read(written.item());
    }

    private static ItemUpdate conditional(FileEvent event) {
        return event instanceof FileEvent.Deleted deleted && deleted.onlyVersion().isPresent()
                ? gone(new ItemUpdate(), deleted).onlyIf("#version = :gone",
                        Map.of("gone", Item.of(deleted.onlyVersion().get())))
                : update(event).onlyIf(NEWER);
    }

    private static ItemUpdate update(FileEvent event) {
        ItemUpdate update = new ItemUpdate().set(FileItem.SEQUENCER, Item.of(event.sequencer().value()));
        return switch (event) {
            case FileEvent.Created created -> changed(update, created).set(FileItem.STATE, FileItem.PRESENT)
                    .set(FileItem.SIZE, Item.of(created.size()))
                    .set(FileItem.ETAG, Item.of(created.etag()))
                    .setOrRemove(FileItem.VERSION, created.versionId().map(Item::of));
            case FileEvent.Deleted deleted -> gone(update, deleted);
        };
    }

    private static ItemUpdate gone(ItemUpdate update, FileEvent.Deleted deleted) {
        return changed(update, deleted).set(FileItem.STATE, FileItem.DELETED)
                .remove(FileItem.SIZE)
                .remove(FileItem.ETAG)
                .remove(FileItem.VERSION);
    }

    private static ItemUpdate changed(ItemUpdate update, FileEvent event) {
        return update.set(FileItem.AT, Item.of(event.at().toString()))
                .add(FileItem.WRITES, Item.of(1))
                .remove(FileItem.BAD);
    }

    @Override
    public FileState watch(FileRef file, Watch watch) {
        AttributeValue text = Item.of(watch.toString());
        ItemUpdate inline = new ItemUpdate().add(FileItem.WATCHES, AttributeValue.fromSs(List.of(text.s())))
                .onlyIf("attribute_not_exists(#watches) OR size(#watches) < :most OR contains(#watches, :watch)",
                        Map.of("most", Item.of(MOST_INLINE), "watch", text));
        Table.Written written = table.update(Keys.file(file), inline);
        return written.applied() ? FileItem.read(written.item()) : watchBeside(file, watch);
    }

    /** The watch first, then the note that there is one: who sees the note finds the watch. */
    private FileState watchBeside(FileRef file, Watch watch) {
        Map<String, AttributeValue> item = new HashMap<>(Keys.overflow(file, watch).attributes());
        item.put("watch", Item.of(watch.toString()));
        table.put(item);
        ItemUpdate note = new ItemUpdate().set(FileItem.MORE, AttributeValue.fromBool(true));
        return FileItem.read(table.update(Keys.file(file), note).item());
    }

    @Override
    public Map<FileRef, FileState> read(Collection<FileRef> files, Consistency consistency) {
        Map<FileRef, FileState> states = new HashMap<>();
        files.forEach(file -> states.put(file, FileState.unknown(file)));
        for (Map<String, AttributeValue> item : table.get(states.keySet().stream().map(Keys::file).toList(),
                consistency == Consistency.STRONG)) {
            FileState state = FileItem.read(item);
            states.put(state.file(), state);
        }
        return states;
    }

    @Override
    public void mark(FileRef file, BadMark mark) {
        // An event may not have told the version; the etag then says that it is the same content.
        String sameVersion = mark.versionId().isPresent()
                ? " AND (attribute_not_exists(#version) OR #version = :version)"
                : "";
        Map<String, AttributeValue> given = new HashMap<>();
        given.put("present", FileItem.PRESENT);
        given.put(FileItem.ETAG, Item.of(mark.etag()));
        mark.versionId().ifPresent(version -> given.put(FileItem.VERSION, Item.of(version)));
        table.update(Keys.file(file), new ItemUpdate().set(FileItem.BAD, FileItem.of(mark))
                .onlyIf("#state = :present AND #etag = :etag" + sameVersion, given));
    }

    @Override
    public Page overflow(FileRef file, Optional<String> cursor) {
        String pk = Keys.file(file).pk();
        Map<String, AttributeValue> from = cursor.map(sk -> new Keys(pk, sk).attributes()).orElse(Map.of());
        QueryResponse page = table.query(pk, Keys.OVERFLOW, true, PAGE, from);
        return new Page(page.items().stream().map(item -> Watch.parse(Item.text(item, "watch"))).toList(),
                page.hasLastEvaluatedKey()
                        ? Optional.of(Keys.of(page.lastEvaluatedKey()).sk())
                        : Optional.empty());
    }

    @Override
    public void remove(FileRef file, Watch watch) {
        AttributeValue text = Item.of(watch.toString());
        ItemUpdate inline = new ItemUpdate().delete(FileItem.WATCHES, AttributeValue.fromSs(List.of(text.s())))
                .onlyIf("contains(#watches, :watch)", Map.of("watch", text));
        Table.Written written = table.update(Keys.file(file), inline);
        if (Item.flag(written.item(), FileItem.MORE)) {
            table.delete(Keys.overflow(file, watch));
        }
    }

    /** The request of an arrival, made impossible: it goes all the way to the table and changes nothing there. */
    public void prime() {
        FileEvent event = new FileEvent.Created(new FileRef("priming", "priming"), new Sequencer("0"),
                Instant.EPOCH, 0, "", Optional.empty());
        table.update(Keys.file(event.file()),
                update(event).onlyIf("attribute_exists(#pk) AND attribute_not_exists(#pk)"));
    }
}
