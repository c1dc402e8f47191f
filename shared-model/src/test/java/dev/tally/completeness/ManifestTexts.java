package dev.tally.completeness;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;
import dev.tally.manifest.ManifestHeader;

/** Manifests as they were read, for tests. */
public final class ManifestTexts {
    private ManifestTexts() {}

    /** @param content whose text stands for the manifest's bytes: the same text, the same digest */
    public static ManifestSource.Text of(ManifestHeader header, Object content) {
        Digester digester = Digester.inOneGo(List.of(ChecksumAlgorithm.SHA256));
        byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
        digester.update(bytes, 0, bytes.length);
        return new ManifestSource.Text(header, digester.finish().getFirst());
    }
}
