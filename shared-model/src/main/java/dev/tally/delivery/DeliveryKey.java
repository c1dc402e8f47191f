package dev.tally.delivery;

import java.util.regex.Pattern;

import dev.tally.dataset.DeliveryId;

/**
 * One revision of a delivery, {@code <dataset>/<name>@<revision>}; read from the right, since a name may hold an
 * {@code @}.
 *
 * @param revision 12 hexadecimal digits, see {@link dev.tally.manifest.ManifestVersion#revision()}
 */
public record DeliveryKey(DeliveryId id, String revision) {
    private static final Pattern REVISION = Pattern.compile("[0-9a-f]{12}");

    public DeliveryKey {
        if (!REVISION.matcher(revision).matches()) {
            throw new IllegalArgumentException("A revision is 12 hexadecimal digits, not \"" + revision + '"');
        }
    }

    public static DeliveryKey parse(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0) {
            throw new IllegalArgumentException(
                    "A delivery's revision is written <dataset>/<name>@<revision>, not \"" + text + '"');
        }
        return new DeliveryKey(DeliveryId.parse(text.substring(0, at)), text.substring(at + 1));
    }

    @Override
    public String toString() {
        return id + "@" + revision;
    }
}
