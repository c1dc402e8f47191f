package dev.tally.aws;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.completeness.Chunk;
import dev.tally.completeness.ChunkStore;
import dev.tally.completeness.Deliveries;
import dev.tally.completeness.DeliveryStore;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;

/** Deliveries and their chunks in the tracking table; all reads are strongly consistent. Thread-safe. */
public final class DynamoDeliveries implements Deliveries, DeliveryStore, ChunkStore {
    private static final String DATA = "data";

    private final Table table;

    public DynamoDeliveries(AwsClients clients, String table) {
        this(new Table(clients, table));
    }

    DynamoDeliveries(Table table) {
        this.table = table;
    }

    @Override
    public Optional<Delivery> find(DeliveryKey key) {
        return table.get(Keys.delivery(key)).map(DeliveryItem::read);
    }

    @Override
    public List<Delivery> revisions(DeliveryId id) {
        return table.all(Keys.deliveries(id), Keys.REVISION).stream().map(DeliveryItem::read).toList();
    }

    @Override
    public Optional<OpenChunk> open(DeliveryKey key, int chunk) {
        Keys part = Keys.chunk(key, chunk);
        Optional<Delivery> delivery = Optional.empty();
        Optional<Chunk> members = Optional.empty();
        for (Map<String, AttributeValue> item : table.get(List.of(Keys.delivery(key), part), true)) {
            if (Keys.of(item).equals(part)) {
                members = Optional.of(chunk(key, chunk, item));
            } else {
                delivery = Optional.of(DeliveryItem.read(item));
            }
        }
        Optional<Chunk> found = members;
        return delivery.flatMap(d -> found.map(c -> new OpenChunk(d, c)));
    }

    @Override
    public Delivery create(Delivery delivery) {
        return DeliveryItem.read(table.create(DeliveryItem.write(delivery)).item());
    }

    @Override
    public Delivery replace(Delivery before, Delivery after) {
        ItemUpdate update = new ItemUpdate();
        DeliveryItem.life(after.life()).forEach(update::setOrRemove);
        if (!DeliveryItem.order(before).equals(DeliveryItem.order(after))) {
            update.set(DeliveryItem.ORDER, Item.of(DeliveryItem.order(after)));
        }
        update.onlyIf("#" + DeliveryItem.TRANSITIONS + " = :before",
                Map.of("before", Item.of(before.life().transitions())));
        return stored(before.key(), table.update(Keys.delivery(before.key()), update));
    }

    @Override
    public Delivery finishChunk(DeliveryKey delivery, int chunk) {
        ItemUpdate update = new ItemUpdate()
                .add(DeliveryItem.DONE, AttributeValue.fromNs(List.of(Integer.toString(chunk))))
                .onlyIf("attribute_exists(#pk)");
        return stored(delivery, table.update(Keys.delivery(delivery), update));
    }

    private static Delivery stored(DeliveryKey key, Table.Written written) {
        if (written.item().isEmpty()) {
            throw new IllegalStateException("There is no delivery " + key + " to be changed");
        }
        return DeliveryItem.read(written.item());
    }

    @Override
    public void put(DeliveryKey delivery, int chunk, byte[] encoded) {
        Map<String, AttributeValue> item = new HashMap<>(Keys.chunk(delivery, chunk).attributes());
        item.put(DATA, AttributeValue.fromB(SdkBytes.fromByteArray(encoded)));
        table.put(item);
    }

    @Override
    public Optional<Chunk> get(DeliveryKey delivery, int chunk) {
        return table.get(Keys.chunk(delivery, chunk)).map(item -> chunk(delivery, chunk, item));
    }

    private static Chunk chunk(DeliveryKey key, int chunk, Map<String, AttributeValue> item) {
        return Chunk.decode(key, chunk, Item.value(item, DATA).b().asByteArray());
    }
}
