package dev.tally.aws;

import java.util.Map;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.completeness.Watch;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.fixity.Sha256;

/**
 * The keys of the tracking table's items. What may be long is in the partition key, which takes 2,048 bytes: a file's key
 * has up to 1,024.
 *
 * <pre>
 *   item            pk                                    sk
 *   file            F#&lt;bucket>/&lt;key>                       F
 *   overflow watch  F#&lt;bucket>/&lt;key>                       W#&lt;hash of the watch>
 *   delivery        D#&lt;dataset>/&lt;name>                     R#&lt;revision>
 *   chunk           D#&lt;dataset>/&lt;name>@&lt;revision>#&lt;chunk>   C
 * </pre>
 */
record Keys(String pk, String sk) {
    static final String PK = "pk";
    static final String SK = "sk";
    static final String OVERFLOW = "W#";
    static final String REVISION = "R#";
    private static final String FILE = "F#";
    private static final String DELIVERY = "D#";
    private static final int WATCH_DIGITS = 32;

    static Keys file(FileRef file) {
        return new Keys(FILE + file.bucket() + '/' + file.key(), "F");
    }

    static Keys overflow(FileRef file, Watch watch) {
        return new Keys(file(file).pk, OVERFLOW + hash(watch.toString()));
    }

    static Keys delivery(DeliveryKey key) {
        return new Keys(deliveries(key.id()), REVISION + key.revision());
    }

    static String deliveries(DeliveryId id) {
        return DELIVERY + id;
    }

    static Keys chunk(DeliveryKey key, int chunk) {
        return new Keys(DELIVERY + key + '#' + chunk, "C");
    }

    /** Reads the key of a file item. */
    static FileRef file(String pk) {
        int slash = pk.indexOf('/', FILE.length());
        return new FileRef(pk.substring(FILE.length(), slash), pk.substring(slash + 1));
    }

    /** Reads the key of a delivery item. */
    static DeliveryKey delivery(String pk, String sk) {
        return new DeliveryKey(DeliveryId.parse(pk.substring(DELIVERY.length())), sk.substring(REVISION.length()));
    }

    static Keys of(Map<String, AttributeValue> item) {
        return new Keys(Item.text(item, PK), Item.text(item, SK));
    }

    Map<String, AttributeValue> attributes() {
        return Map.of(PK, AttributeValue.fromS(pk), SK, AttributeValue.fromS(sk));
    }

    private static String hash(String text) {
        return Sha256.hex(text).substring(0, WATCH_DIGITS);
    }
}
