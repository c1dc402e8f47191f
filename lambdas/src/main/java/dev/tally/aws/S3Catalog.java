package dev.tally.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import dev.tally.dataset.Catalog;
import dev.tally.dataset.CatalogReader;
import dev.tally.file.FileRef;

/**
 * The catalog of datasets, read when it is first asked for and kept for ever: its key is made of its content, so another
 * catalog is another key. Thread-safe.
 */
public final class S3Catalog implements Supplier<Catalog> {
    private final S3Client client;
    private final FileRef file;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Catalog catalog;

    public S3Catalog(AwsClients clients, FileRef file) {
        this.client = clients.s3();
        this.file = file;
    }

    @Override
    public Catalog get() {
        Catalog known = catalog;
        if (known != null) {
            return known;
        }
        reading.lock();
        try {
            Catalog read = catalog == null ? read() : catalog;
            catalog = read;
            return read;
        } finally {
            reading.unlock();
        }
    }

    private Catalog read() {
        ResponseInputStream<GetObjectResponse> json = client.getObject(get -> get.bucket(file.bucket())
                .key(file.key()));
        try (json) {
            return CatalogReader.read(json);
        } catch (IOException failed) {
            throw new UncheckedIOException("Reading the catalog " + file, failed);
        }
    }
}
