package dev.tally.cli.singer.s3;

import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

import dev.tally.cli.api.Clients;
import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.Lakes;
import dev.tally.singer.lake.LogTemplate;

/** Opens lakes at {@code s3://bucket} and {@code s3://bucket/prefix}. Nothing is asked of AWS before a lake is used. */
public final class S3Lakes implements Lakes.Provider {
    private static final int CONNECTIONS = 8;

    private final Supplier<S3Client> s3;

    /** @param settings environment variables: credentials, region and endpoint are found as AWS's SDKs find them */
    public S3Lakes(Map<String, String> settings) {
        s3 = new OnDemand(() -> Clients.s3(settings, CONNECTIONS));
    }

    @Override
    public Lake open(String uri, LogTemplate template) {
        Place place = Place.parse(uri);
        if (place.bucket().isEmpty()) {
            throw new IllegalArgumentException(uri + " names no bucket; write s3://bucket/prefix");
        }
        return new BucketLake(s3, place, template);
    }

    /** The data files at s3:// URIs, and those that another finds. */
    public DataFolders dataFiles(DataFolders others) {
        return new BucketDataFiles(s3, others);
    }

    /** Loading the SDK takes longer than all else that a recorder does before its first message. */
    private static final class OnDemand implements Supplier<S3Client> {
        private final Supplier<S3Client> make;
        private @Nullable S3Client made;

        OnDemand(Supplier<S3Client> make) {
            this.make = make;
        }

        @Override
        public synchronized S3Client get() {
            if (made == null) {
                made = make.get();
            }
            return made;
        }
    }
}
