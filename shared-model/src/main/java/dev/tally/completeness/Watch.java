package dev.tally.completeness;

import dev.tally.delivery.DeliveryKey;

/**
 * A chunk of a delivery waits at a file's door. Its text, {@code <dataset>/<name>@<revision>#<chunk>/<chunks>}, is read
 * from the right.
 *
 * @param chunk 0 to {@code chunks - 1}
 * @param chunks how many the delivery has, 1 to {@link Chunk#MOST}; so who wakes a watch knows how large its delivery
 *               is
 */
public record Watch(DeliveryKey delivery, int chunk, int chunks) {
    public Watch {
        if (chunks < 1 || chunks > Chunk.MOST || chunk < 0 || chunk >= chunks) {
            throw new IllegalArgumentException("No chunk " + chunk + " of " + chunks + " in " + delivery);
        }
    }

    public static Watch parse(String text) {
        int hash = text.lastIndexOf('#');
        int slash = text.lastIndexOf('/');
        if (hash < 0 || slash < hash) {
            throw new IllegalArgumentException(
                    "A watch is written <dataset>/<name>@<revision>#<chunk>/<chunks>, not \"" + text + '"');
        }
        return new Watch(DeliveryKey.parse(text.substring(0, hash)), Integer.parseInt(text, hash + 1, slash, 10),
                Integer.parseInt(text, slash + 1, text.length(), 10));
    }

    @Override
    public String toString() {
        return delivery + "#" + chunk + '/' + chunks;
    }
}
