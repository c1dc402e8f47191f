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

    /** What is wrong with the members of a range of an attempt's resolved manifest. */
    public FileRef fixity(DeliveryKey delivery, int attempt, int range) {
        return new FileRef(bucket, "fixity/" + path(delivery) + attempt + '/' + range + ".jsonl");
    }

    /** What of a part was copied to the archive by the invocation that began at the offset. */
    public FileRef receipt(DeliveryKey delivery, int attempt, int part, long offset) {
        return new FileRef(bucket, "receipts/" + path(delivery) + attempt + '/' + part + '/' + offset + ".jsonl");
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
