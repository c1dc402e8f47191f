package dev.tally.aws;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;

/** Where Tally's own files lie in the work bucket. A delivery's name is percent-encoded, slashes too: it is one part. */
public record WorkFiles(String bucket) {
    /** The folder that an attempt's job writes to. */
    public FileRef outputs(DeliveryKey delivery, int attempt) {
        return new FileRef(bucket, "outputs/" + path(delivery) + attempt + '/');
    }

    /** @param content what tells this file from others of the attempt */
    FileRef resolved(DeliveryKey delivery, int attempt, String content) {
        return new FileRef(bucket, "resolved/" + path(delivery) + attempt + '-' + content + ".jsonl");
    }

    private static String path(DeliveryKey delivery) {
        return delivery.id().dataset() + '/' + encoded(delivery.id().name()) + '/' + delivery.revision() + '/';
    }

    /** Percent-encodes UTF-8; of a name that is only dots, the dots too, since they would mean folders. */
    public static String encoded(String name) {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
        return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
    }
}
