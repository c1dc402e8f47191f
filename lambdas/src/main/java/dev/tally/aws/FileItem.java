package dev.tally.aws;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.completeness.BadMark;
import dev.tally.completeness.FileState;
import dev.tally.completeness.Watch;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;

/** The item of a file; an ordinary one is smaller than 1 KB, so that each of its writes counts as one unit. */
final class FileItem {
    static final String STATE = "state";
    static final String SEQUENCER = "seq";
    static final String SIZE = "size";
    static final String ETAG = "etag";
    static final String VERSION = "version";
    static final String AT = "at";
    static final String WRITES = "writes";
    static final String WATCHES = "watches";
    static final String MORE = "more";
    static final String BAD = "bad";
    static final AttributeValue PRESENT = Item.of("present");
    static final AttributeValue DELETED = Item.of("deleted");

    private FileItem() {}

    static FileState read(Map<String, AttributeValue> item) {
        FileRef file = Keys.file(Item.text(item, Keys.PK));
        List<String> watches = item.containsKey(WATCHES) ? item.get(WATCHES).ss() : List.of();
        return new FileState(file, latest(file, item), Item.optionalNumber(item, WRITES).orElse(0L).intValue(),
                watches.stream().map(Watch::parse).collect(Collectors.toSet()), Item.flag(item, MORE), bad(item));
    }

    private static Optional<FileEvent> latest(FileRef file, Map<String, AttributeValue> item) {
        AttributeValue state = item.get(STATE);
        if (state == null) {
            return Optional.empty();
        }
        Sequencer sequencer = new Sequencer(Item.text(item, SEQUENCER));
        Instant at = Instant.parse(Item.text(item, AT));
        return Optional.of(state.equals(PRESENT)
                ? new FileEvent.Created(file, sequencer, at, Item.number(item, SIZE), Item.text(item, ETAG),
                        Item.optionalText(item, VERSION))
                : new FileEvent.Deleted(file, sequencer, at));
    }

    private static Optional<BadMark> bad(Map<String, AttributeValue> item) {
        return Optional.ofNullable(item.get(BAD)).map(AttributeValue::m).map(mark -> {
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(Item.text(mark, "algorithm"))
                    .orElseThrow(() -> new CorruptItemException(item, BAD));
            return new BadMark(Item.text(mark, ETAG), Item.optionalText(mark, VERSION),
                    Checksum.parse(algorithm, Item.text(mark, "expected")),
                    Checksum.parse(algorithm, Item.text(mark, "actual")));
        });
    }

    static AttributeValue of(BadMark mark) {
        Map<String, AttributeValue> map = new HashMap<>();
        map.put(ETAG, Item.of(mark.etag()));
        mark.versionId().ifPresent(version -> map.put(VERSION, Item.of(version)));
        map.put("algorithm", Item.of(mark.expected().algorithm().label()));
        map.put("expected", Item.of(mark.expected().hex()));
        map.put("actual", Item.of(mark.actual().hex()));
        return AttributeValue.fromM(map);
    }
}
