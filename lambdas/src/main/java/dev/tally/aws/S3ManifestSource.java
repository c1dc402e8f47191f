package dev.tally.aws;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.completeness.ManifestGoneException;
import dev.tally.completeness.ManifestSource;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Sha256;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestScope;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;
import dev.tally.manifest.NativeManifestReader;
import dev.tally.singer.manifest.SingerManifestReader;

/** Manifests in the landing bucket, streamed. Thread-safe. */
public final class S3ManifestSource implements ManifestSource {
    private final S3Client client;
    private final String landingBucket;
    private final Supplier<Catalog> catalog;

    public S3ManifestSource(AwsClients clients, String landingBucket, Supplier<Catalog> catalog) {
        this.client = clients.s3();
        this.landingBucket = landingBucket;
        this.catalog = catalog;
    }

    @Override
    public Text read(ManifestVersion manifest, Consumer<Member> members) {
        String key = manifest.file().key();
        Dataset dataset = catalog.get()
                .manifestOf(key)
                .orElseThrow(() -> new UnknownDatasetException(manifest.file() + " is a manifest of no dataset"));
        try (ResponseInputStream<GetObjectResponse> content = open(manifest)) {
            try {
                ManifestScope scope = new ManifestScope(manifest.file(), dataset, landingBucket,
                        Optional.ofNullable(content.response().contentEncoding()).filter(text -> !text.isBlank()));
                DigestInputStream bytes = new DigestInputStream(content, Sha256.start());
                ManifestHeader header = switch (dataset.formatOf(key).orElseThrow()) {
                    case TALLY -> NativeManifestReader.read(bytes, scope, members);
                    case SINGER -> SingerManifestReader.read(bytes, scope, members);
                };
                return new Text(header, digest(bytes));
            } catch (RuntimeException unread) {
                // closing would read on to the end for the connection's sake
                content.abort();
                throw unread;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("Reading or closing " + manifest.file(), failed);
        }
    }

    /** Of all bytes, also of those that the reader had no need of. */
    private static Checksum digest(DigestInputStream bytes) throws IOException {
        bytes.transferTo(OutputStream.nullOutputStream());
        return Checksum.of(ChecksumAlgorithm.SHA256, bytes.getMessageDigest().digest());
    }

    /** The very version that was announced: by its id, or else the current one if it still has the etag. */
    private ResponseInputStream<GetObjectResponse> open(ManifestVersion manifest) {
        GetObjectRequest.Builder get = GetObjectRequest.builder()
                .bucket(manifest.file().bucket())
                .key(manifest.file().key());
        manifest.versionId().ifPresentOrElse(get::versionId, () -> get.ifMatch(S3RunFiles.quoted(manifest.etag())));
        try {
            return client.getObject(get.build());
        } catch (S3Exception refused) {
            if (S3RunFiles.isGone(refused)) {
                throw new ManifestGoneException(manifest);
            }
            throw refused;
        }
    }
}
