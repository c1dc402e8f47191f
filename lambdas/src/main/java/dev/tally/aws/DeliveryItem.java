package dev.tally.aws;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.delivery.ChangedInput;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Life;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestVersion;

/**
 * The item of a delivery. Flat, with numbers for times and one text for each place, so that an ordinary one stays within
 * 1 KB until it is processed: each of its writes is one unit then.
 */
final class DeliveryItem {
    static final String DATASET = "dataset";
    static final String ORDER = "order";
    static final String OPEN = "open#";
    static final String ENDED = "ended#";
    static final String TRANSITIONS = "rev";
    static final String DONE = "done";
    private static final String STATUS = "status";
    private static final String ATTEMPT = "attempt";
    private static final String CHANGED = "changed";
    private static final String HISTORY = "history";
    private static final String REASON = "reason";
    private static final String RESOLVED = "resolved";
    private static final String LINES = "lines";
    private static final String OFFSETS = "offsets";
    private static final String EXECUTION = "execution";
    private static final String OUTPUTS = "outputs";
    private static final String OUTPUT_COUNT = "outcount";
    private static final String OUTPUT_BYTES = "outbytes";
    private static final String SEAL = "seal";
    private static final String OVERDUE = "overdue";
    private static final String REPEATED = "again";
    private static final String DIGEST = "digest";
    private static final String CHANGED_INPUT = "input";
    /** Bytes of faults that are kept; the item may have 400 KB. */
    private static final int MOST_FAULT_BYTES = 200_000;

    private DeliveryItem() {}

    /** All of a delivery, without what {@link #life} has. */
    static Map<String, AttributeValue> write(Delivery delivery) {
        Map<String, AttributeValue> item = new HashMap<>(Keys.delivery(delivery.key()).attributes());
        item.put(DATASET, Item.of(delivery.key().id().dataset()));
        item.put(ORDER, Item.of(order(delivery)));
        ManifestVersion manifest = delivery.manifest();
        item.put("manifest", place(manifest.file()));
        manifest.versionId().ifPresent(version -> item.put("version", Item.of(version)));
        item.put("etag", Item.of(manifest.etag()));
        item.put("seq", Item.of(manifest.sequencer().value()));
        item.put("size", Item.of(manifest.size()));
        item.put("sent", Item.of(manifest.at()));
        Contents contents = delivery.contents();
        item.put("members", Item.of(contents.members()));
        item.put("required", Item.of(contents.required()));
        item.put("chunks", Item.of(contents.chunks()));
        item.put("parameters", Item.of(contents.parameters()));
        contents.due().ifPresent(due -> item.put("due", Item.of(due)));
        item.put("archives", AttributeValue.fromBool(contents.archives()));
        contents.digest()
                .ifPresent(digest -> item.put(DIGEST, AttributeValue.fromB(SdkBytes.fromByteArray(digest.bytes()))));
        item.put("registered", Item.of(delivery.registeredAt()));
        if (!delivery.done().isEmpty()) {
            item.put(DONE, AttributeValue.fromNs(delivery.done().stream().map(String::valueOf).toList()));
        }
        if (!delivery.faults().isEmpty()) {
            item.put("faults", faults(delivery.faults()));
        }
        life(delivery.life()).forEach((attribute, value) -> value.ifPresent(present -> item.put(attribute, present)));
        return item;
    }

    /** The attributes that change with each transition; those that are empty are absent from the item. */
    static Map<String, Optional<AttributeValue>> life(Life life) {
        Map<String, Optional<AttributeValue>> attributes = new LinkedHashMap<>();
        attributes.put(STATUS, Optional.of(Item.of(life.status().name())));
        attributes.put(ATTEMPT, Optional.of(Item.of(life.attempt())));
        attributes.put(TRANSITIONS, Optional.of(Item.of(life.transitions())));
        attributes.put(CHANGED, Optional.of(Item.of(life.changedAt())));
        attributes.put(HISTORY, Optional.of(Item.of(History.write(life.history()))));
        attributes.put(REASON, life.reason()
                .map(reason -> AttributeValue.fromL(List.of(Item.of(reason.stage()),
                        Item.of(reason.error()), Item.of(reason.cause())))));
        attributes.put(RESOLVED, life.resolved().map(resolved -> place(resolved.file())));
        attributes.put(LINES, life.resolved().map(resolved -> Item.of(resolved.members())));
        attributes.put(OFFSETS, life.resolved()
                .map(resolved -> AttributeValue.fromL(resolved.offsets()
                        .stream()
                        .map(Item::of)
                        .toList())));
        attributes.put(EXECUTION, life.execution().map(Item::of));
        attributes.put(OUTPUTS, life.outputs().map(outputs -> place(outputs.manifest())));
        attributes.put(OUTPUT_COUNT, life.outputs().map(outputs -> Item.of(outputs.count())));
        attributes.put(OUTPUT_BYTES, life.outputs().map(outputs -> Item.of(outputs.bytes())));
        attributes.put(SEAL, life.seal().map(Item::of));
        attributes.put(OVERDUE, life.overdueAt().map(Item::of));
        attributes.put(REPEATED, life.repeated().map(DeliveryItem::repeated));
        attributes.put(CHANGED_INPUT, life.changedInput()
                .map(input -> AttributeValue.fromL(List.of(place(input.file()), Item.of(input.at())))));
        return attributes;
    }

    /**
     * The sort key of the index by dataset: what is open, by its registration, apart from what has ended. Behind the time it has
     * the home, so that the index alone tells which deliveries may have a file.
     */
    static String order(Delivery delivery) {
        String time = delivery.ended() ? ENDED + delivery.life().changedAt() : OPEN + delivery.registeredAt();
        return delivery.contents().home().map(home -> time + '#' + home).orElse(time);
    }

    /** The home that a sort key of the index has, see {@link #order}. */
    static Optional<String> home(String order) {
        int hash = order.lastIndexOf('#');
        return hash > order.indexOf('#') ? Optional.of(order.substring(hash + 1)) : Optional.empty();
    }

    static Delivery read(Map<String, AttributeValue> item) {
        ManifestVersion manifest = new ManifestVersion(file(item, "manifest"), Item.optionalText(item, "version"),
                Item.text(item, "etag"), new Sequencer(Item.text(item, "seq")), Item.number(item, "size"),
                Item.time(item, "sent"));
        Contents contents = new Contents(Item.number(item, "members"), Item.number(item, "required"),
                (int) Item.number(item, "chunks"), Item.text(item, "parameters"),
                Item.optionalNumber(item, "due").map(Instant::ofEpochMilli), Item.flag(item, "archives"),
                Item.optionalText(item, ORDER).flatMap(DeliveryItem::home), digest(item));
        Set<Integer> done = item.containsKey(DONE)
                ? Item.value(item, DONE).ns().stream().map(Integer::valueOf).collect(Collectors.toSet())
                : Set.of();
        List<ManifestFault> faults = item.containsKey("faults")
                ? Item.value(item, "faults").l().stream().map(DeliveryItem::fault).toList()
                : List.of();
        return new Delivery(Keys.delivery(Item.text(item, Keys.PK), Item.text(item, Keys.SK)), manifest, contents,
                Item.time(item, "registered"), done, faults, readLife(item));
    }

    private static Life readLife(Map<String, AttributeValue> item) {
        Optional<Reason> reason = Optional.ofNullable(item.get(REASON))
                .map(AttributeValue::l)
                .map(parts -> new Reason(parts.get(0).s(), parts.get(1).s(), parts.get(2).s()));
        Optional<ResolvedManifest> resolved = item.containsKey(RESOLVED)
                ? Optional.of(new ResolvedManifest(file(item, RESOLVED), Item.number(item, LINES),
                        Item.value(item, OFFSETS).l().stream().map(offset -> Long.valueOf(offset.n())).toList()))
                : Optional.empty();
        Optional<Outputs> outputs = item.containsKey(OUTPUTS)
                ? Optional.of(new Outputs(file(item, OUTPUTS), Item.number(item, OUTPUT_COUNT),
                        Item.number(item, OUTPUT_BYTES)))
                : Optional.empty();
        return new Life(DeliveryStatus.valueOf(Item.text(item, STATUS)), (int) Item.number(item, ATTEMPT),
                (int) Item.number(item, TRANSITIONS), Item.time(item, CHANGED), reason, resolved,
                Item.optionalText(item, EXECUTION), outputs, Item.optionalText(item, SEAL),
                Item.optionalNumber(item, OVERDUE).map(Instant::ofEpochMilli), repeated(item),
                changedInput(item), History.read(Item.text(item, HISTORY)));
    }

    private static Optional<Checksum> digest(Map<String, AttributeValue> item) {
        return Optional.ofNullable(item.get(DIGEST))
                .map(value -> Checksum.of(ChecksumAlgorithm.SHA256, value.b().asByteArray()));
    }

    private static Optional<ChangedInput> changedInput(Map<String, AttributeValue> item) {
        return Optional.ofNullable(item.get(CHANGED_INPUT))
                .map(AttributeValue::l)
                .map(parts -> new ChangedInput(file(parts.get(0).s()),
                        Instant.ofEpochMilli(Long.parseLong(parts.get(1).n()))));
    }

    /** A later version of the manifest, which is where the first one is, and as large. */
    private static AttributeValue repeated(ManifestVersion version) {
        List<AttributeValue> parts = new ArrayList<>(List.of(Item.of(version.sequencer().value()),
                Item.of(version.at()), Item.of(version.etag())));
        version.versionId().ifPresent(id -> parts.add(Item.of(id)));
        return AttributeValue.fromL(parts);
    }

    private static Optional<ManifestVersion> repeated(Map<String, AttributeValue> item) {
        return Optional.ofNullable(item.get(REPEATED))
                .map(AttributeValue::l)
                .map(parts -> new ManifestVersion(file(item, "manifest"),
                        parts.size() > 3 ? Optional.of(parts.get(3).s()) : Optional.empty(), parts.get(2).s(),
                        new Sequencer(parts.get(0).s()), Item.number(item, "size"),
                        Instant.ofEpochMilli(Long.parseLong(parts.get(1).n()))));
    }

    private static AttributeValue place(FileRef file) {
        return Item.of(file.bucket() + '/' + file.key());
    }

    private static FileRef file(Map<String, AttributeValue> item, String attribute) {
        return file(Item.text(item, attribute));
    }

    private static FileRef file(String place) {
        int slash = place.indexOf('/');
        return new FileRef(place.substring(0, slash), place.substring(slash + 1));
    }

    /** As many of them as fit, one at least. */
    private static AttributeValue faults(List<ManifestFault> faults) {
        int bytes = 0;
        List<AttributeValue> kept = new ArrayList<>();
        for (ManifestFault fault : faults) {
            bytes += 20 + 4 * (fault.place().length() + fault.message().length());
            if (kept.isEmpty() || bytes <= MOST_FAULT_BYTES) {
                kept.add(AttributeValue.fromL(List.of(Item.of(fault.line()), Item.of(fault.column()),
                        Item.of(fault.place()), Item.of(fault.message()))));
            }
        }
        return AttributeValue.fromL(kept);
    }

    private static ManifestFault fault(AttributeValue value) {
        List<AttributeValue> parts = value.l();
        return new ManifestFault(Integer.parseInt(parts.get(0).n()), Integer.parseInt(parts.get(1).n()),
                parts.get(2).s(), parts.get(3).s());
    }
}
