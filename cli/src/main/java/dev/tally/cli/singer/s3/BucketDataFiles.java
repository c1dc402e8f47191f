package dev.tally.cli.singer.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Supplier;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts;

/** Data files at s3:// URIs; all others are left to another finder. */
final class BucketDataFiles implements DataFiles {
    private final Supplier<S3Client> s3;
    private final DataFiles others;

    BucketDataFiles(Supplier<S3Client> s3, DataFiles others) {
        this.s3 = s3;
        this.others = others;
    }

    @Override
    public Optional<Facts.DataFile> find(String uri) throws IOException {
        if (!Place.isOne(uri)) {
            return others.find(uri);
        }
        Place place = Place.parse(uri);
        try {
            HeadObjectResponse head = s3.get().headObject(ask -> ask.bucket(place.bucket()).key(place.key()));
            return Optional.of(new Facts.DataFile(head.contentLength(),
                    Optional.ofNullable(head.eTag()).map(etag -> etag.replace("\"", ""))));
        } catch (SdkException failed) {
            IOException told = Failures.of(failed, uri);
            if (told instanceof NoSuchFileException) {
                return Optional.empty();
            }
            throw told;
        }
    }

    @Override
    public void fetch(String uri, Path target) throws IOException {
        if (!Place.isOne(uri)) {
            others.fetch(uri, target);
            return;
        }
        Place place = Place.parse(uri);
        try (InputStream content = s3.get().getObject(get -> get.bucket(place.bucket()).key(place.key()))) {
            Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (SdkException failed) {
            throw Failures.of(failed, uri);
        }
    }
}
