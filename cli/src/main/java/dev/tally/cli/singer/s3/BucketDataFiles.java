package dev.tally.cli.singer.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.Facts;

/** Data files at s3:// URIs; all others are left to another finder. */
final class BucketDataFiles implements DataFolders {
    private final Supplier<S3Client> s3;
    private final DataFolders others;

    BucketDataFiles(Supplier<S3Client> s3, DataFolders others) {
        this.s3 = s3;
        this.others = others;
    }

    @Override
    public Optional<Facts.DataFile> find(String uri) throws IOException {
        if (!Place.isOne(uri)) {
            return others.find(uri);
        }
        Place place = Place.parse(uri);
        if (!place.isOfObject()) {
            return Optional.empty();
        }
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
    public Optional<String> nameOf(String uri) {
        return Place.isOne(uri)
                ? Optional.of(Place.parse(uri)).filter(Place::isOfObject).map(Place::uri)
                : others.nameOf(uri);
    }

    @Override
    public void list(String folder, boolean deep, Consumer<Listed> each) throws IOException {
        if (!Place.isOne(folder)) {
            others.list(folder, deep, each);
            return;
        }
        Place place = Place.parse(folder);
        try {
            s3.get()
                    .listObjectsV2Paginator(list -> list.bucket(place.bucket())
                            .prefix(place.key())
                            .delimiter(deep ? null : "/")
                            // Keys may hold characters that XML cannot; the SDK decodes them again.
                            .encodingType(EncodingType.URL))
                    .contents()
                    .forEach(object -> each.accept(new Listed(new Place(place.bucket(), object.key()).uri(),
                            object.size(), object.lastModified())));
        } catch (SdkException failed) {
            throw Failures.of(failed, folder);
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
