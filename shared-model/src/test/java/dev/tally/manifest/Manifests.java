package dev.tally.manifest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import dev.tally.dataset.Dataset;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.file.FileRef;

/** What the tests of the reader read, and with what. */
final class Manifests {
    static final String KEY = "in/mag/2026-11-30.manifest.json";

    private static final Dataset MAG = new Dataset("mag", List.of("in/mag/", "in/aux/"), List.of(ManifestFormat.TALLY),
            Optional.empty(), Optional.empty(), new Job.None(), Optional.empty(), List.of());

    private Manifests() {}

    static ManifestScope scope() {
        return scope(KEY, Optional.empty());
    }

    static ManifestScope scope(String key, Optional<String> contentEncoding) {
        return new ManifestScope(new FileRef("landing", key), MAG, "landing", contentEncoding);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(target)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return target.toByteArray();
    }

    static Reading read(byte[] manifest) {
        return read(manifest, scope());
    }

    static Reading read(byte[] manifest, ManifestScope scope) {
        List<Member> members = new ArrayList<>();
        try {
            ManifestHeader header = NativeManifestReader.read(new ByteArrayInputStream(manifest), scope, members::add);
            return new Reading(Optional.of(header), members, Optional.empty());
        } catch (ManifestRejectedException rejected) {
            return new Reading(Optional.empty(), members, Optional.of(rejected));
        }
    }

    /** What came of reading: a header or a rejection. */
    record Reading(Optional<ManifestHeader> header, List<Member> members,
            Optional<ManifestRejectedException> rejection) {
        List<ManifestFault> faults() {
            return rejection.map(ManifestRejectedException::faults).orElse(List.of());
        }
    }
}
