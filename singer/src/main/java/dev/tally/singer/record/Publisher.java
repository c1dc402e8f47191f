package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

import dev.tally.fixity.Sha256;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogName;

/** Makes a log file visible, its facts before it, and never over another (R12, R15). */
final class Publisher {
    private final Lake lake;

    Publisher(Lake lake) {
        this.lake = lake;
    }

    /** @return false if the lake has another file of that name */
    boolean publish(LogName name, SegmentBuilder.Built built) throws IOException {
        Path facts = built.file().resolveSibling(built.file().getFileName() + ".facts");
        try {
            Files.write(facts, FactsJson.write(built.facts()));
            boolean fresh = lake.create(name.facts(), facts, Map.of());
            if (!fresh) {
                // An earlier try came at least as far as the facts; or somebody else has that name.
                switch (stored(name, built.facts())) {
                    case SAME -> {
                        return true;
                    }
                    case OTHER -> {
                        return false;
                    }
                    case NONE -> lake.put(name.facts(), FactsJson.write(built.facts()));
                }
            }
            if (built.partial().isPresent()) {
                lake.put(name.partial(), built.partial().get());
            }
            return lake.create(name.path(), built.file(), metadata(built.facts()))
                    || stored(name, built.facts()) == Found.SAME || withdrawn(name);
        } finally {
            Files.deleteIfExists(facts);
        }
    }

    private boolean withdrawn(LogName name) throws IOException {
        lake.delete(name.facts());
        return false;
    }

    private enum Found {
        NONE, SAME, OTHER
    }

    private Found stored(LogName name, Facts facts) throws IOException {
        try (InputStream in = lake.open(name.path())) {
            return Sha256.hex(in).equals(facts.stored().sha256()) ? Found.SAME : Found.OTHER;
        } catch (NoSuchFileException none) {
            return Found.NONE;
        }
    }

    /** The main facts, for lakes that keep them with the file. */
    private static Map<String, String> metadata(Facts facts) {
        return Map.of("run", facts.origin().run().text(), "part", String.valueOf(facts.origin().part()),
                "first-message",
                String.valueOf(facts.origin().firstMessage()), "last-message",
                String.valueOf(facts.origin().lastMessage()),
                "bytes", String.valueOf(facts.content().bytes()), "sha256", facts.content().sha256());
    }
}
