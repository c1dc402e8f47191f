package dev.tally.cli.singer.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

import dev.tally.fixity.Sha256;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.LogTemplate;

/**
 * A lake below a prefix of a bucket. An object appears whole or not at all; that no other is overwritten is S3's word
 * ({@code If-None-Match: *}), and that it has the bytes that were sent as well (SHA-256).
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html">S3: conditional writes</a>
 */
final class BucketLake implements Lake {
    private static final int EXISTS = 412;

    private final Supplier<S3Client> s3;
    private final Place place;
    private final LogTemplate template;

    /** @param place with or without a slash at its end */
    BucketLake(Supplier<S3Client> s3, Place place, LogTemplate template) {
        this.s3 = s3;
        String prefix = place.key();
        this.place = new Place(place.bucket(), prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + '/');
        this.template = template;
    }

    @Override
    public String uri() {
        return place.uri();
    }

    @Override
    public void list(LogRange range, Consumer<LogEntry> each) throws IOException {
        var entries = new TreeSet<LogEntry>();
        try {
            for (S3Object object : s3.get()
                    .listObjectsV2Paginator(list -> list.bucket(place.bucket()).prefix(place.key()))
                    .contents()) {
                String path = object.key().substring(place.key().length());
                LogName.parse(path)
                        .map(name -> new LogEntry(name, template.tap(path), object.size(),
                                object.lastModified()))
                        .filter(range::mayHave)
                        .ifPresent(entries::add);
            }
        } catch (SdkException failed) {
            throw Failures.of(failed, uri());
        }
        entries.forEach(each);
    }

    @Override
    public InputStream open(String path) throws IOException {
        try {
            return new Content(s3.get().getObject(get -> get.bucket(place.bucket()).key(place.key() + path)));
        } catch (SdkException failed) {
            throw Failures.of(failed, uri() + path);
        }
    }

    @Override
    public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
        String sha256 = sha256(content);
        try {
            s3.get()
                    .putObject(put -> put.bucket(place.bucket())
                            .key(place.key() + path)
                            .ifNoneMatch("*")
                            .checksumSHA256(sha256)
                            .metadata(metadata), RequestBody.fromFile(content));
            return true;
        } catch (S3Exception refused) {
            if (refused.statusCode() == EXISTS) {
                return false;
            }
            throw Failures.of(refused, uri() + path);
        } catch (SdkException failed) {
            throw Failures.of(failed, uri() + path);
        }
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        try {
            s3.get()
                    .putObject(put -> put.bucket(place.bucket()).key(place.key() + path),
                            RequestBody.fromBytes(content));
        } catch (SdkException failed) {
            throw Failures.of(failed, uri() + path);
        }
    }

    @Override
    public void delete(String path) throws IOException {
        try {
            s3.get().deleteObject(delete -> delete.bucket(place.bucket()).key(place.key() + path));
        } catch (SdkException failed) {
            throw Failures.of(failed, uri() + path);
        }
    }

    /** As S3 writes it. */
    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(Sha256.hex(in)));
        }
    }

    /** Whoever stops reading a large object does not wait for the rest of it; without one, closing would read it. */
    private static final class Content extends FilterInputStream {
        private final ResponseInputStream<GetObjectResponse> object;
        private boolean atEnd;

        Content(ResponseInputStream<GetObjectResponse> object) {
            super(object);
            this.object = object;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            atEnd |= next < 0;
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            atEnd |= count < 0;
            return count;
        }

        @Override
        public void close() throws IOException {
            if (atEnd) {
                super.close();
            } else {
                object.abort();
            }
        }
    }
}
