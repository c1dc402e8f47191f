package dev.tally.singer.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.IntFunction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Loaders in memory that load into one warehouse: rows by key, in the order of their messages, replaced by later ones, and all of an older
 * version gone when a version is activated. Each start of one may go wrong in a way of its own.
 */
final class SimulatedLoaders implements Loaders {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final IntFunction<Behaviour> behaviours;
    private final Map<String, String> warehouse = new TreeMap<>();
    private final Set<String> loadedLines = new TreeSet<>();
    private final List<List<String>> inputs = new ArrayList<>();
    private int starts;

    /** What a loader does. */
    sealed interface Behaviour {
        /** Loads all, and tells the last STATE when it has. */
        record Good() implements Behaviour {}

        /** Ends when it has read so many bytes, having loaded some of the lines before. */
        record DiesAfter(int bytes, int exitCode) implements Behaviour {}

        /** Reads all and loads some of it. */
        record FailsAtTheEnd(int exitCode) implements Behaviour {}

        /** Loads all, and says nothing. */
        record TellsNothing() implements Behaviour {}

        /** Tells a STATE of its own making, and loads nothing. */
        record TellsAnother() implements Behaviour {}

        /** Loads all after somebody has opened the gate for these lines. */
        record Waits(Function<List<String>, CountDownLatch> gate) implements Behaviour {}
    }

    static final Behaviour GOOD = new Behaviour.Good();

    /** @param behaviours of the starts, counted from 0 */
    SimulatedLoaders(IntFunction<Behaviour> behaviours) {
        this.behaviours = behaviours;
    }

    SimulatedLoaders() {
        this(start -> GOOD);
    }

    @Override
    public synchronized Loader start() {
        var loader = new Simulated(behaviours.apply(starts));
        starts++;
        return loader;
    }

    /** The rows by stream and key. */
    synchronized Map<String, String> warehouse() {
        return new TreeMap<>(warehouse);
    }

    /** Every line that was loaded at some time. */
    synchronized Set<String> loadedLines() {
        return new TreeSet<>(loadedLines);
    }

    /** What loaders that ended were given, in the order of their ends. */
    synchronized List<List<String>> inputs() {
        return List.copyOf(inputs);
    }

    synchronized int starts() {
        return starts;
    }

    private synchronized void load(List<String> lines) {
        lines.forEach(this::load);
    }

    private void load(String line) {
        JsonNode message = parse(line);
        String stream = message.path("stream").asText();
        loadedLines.add(line);
        switch (message.path("type").asText()) {
            case "RECORD" -> warehouse.put(stream + "/" + message.path("record").path("id").asText(), line);
            case "ACTIVATE_VERSION" -> warehouse.entrySet()
                    .removeIf(row -> row.getKey().startsWith(stream + "/")
                            && parse(row.getValue()).path("version").asInt() < message.path("version").asInt());
            default -> {
                // SCHEMA and STATE change no row.
            }
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException noMessage) {
            return JSON.missingNode();
        }
    }

    private final class Simulated implements Loader {
        private final Behaviour behaviour;
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private boolean killed;

        Simulated(Behaviour behaviour) {
            this.behaviour = behaviour;
        }

        @Override
        public OutputStream input() {
            return new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                    write(new byte[]{(byte) one}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    int room = behaviour instanceof Behaviour.DiesAfter dies ? dies.bytes() - read.size() : length;
                    read.write(bytes, offset, Math.clamp(room, 0, length));
                    if (room < length) {
                        throw new IOException("Broken pipe");
                    }
                }
            };
        }

        @Override
        public Ending await() throws InterruptedException {
            List<String> lines = wholeLines();
            synchronized (SimulatedLoaders.this) {
                inputs.add(lines);
            }
            if (behaviour instanceof Behaviour.Waits waits) {
                waits.gate().apply(lines).await();
            }
            return switch (behaviour) {
                case Behaviour.Good _,Behaviour.Waits _ -> loadAll(lines);
                case Behaviour.DiesAfter dies -> loadSome(lines, dies.exitCode());
                case Behaviour.FailsAtTheEnd fails -> loadSome(lines, fails.exitCode());
                case Behaviour.TellsNothing _ -> {
                    load(lines);
                    yield new Ending(0, "");
                }
                case Behaviour.TellsAnother _ -> new Ending(0, "{\"bookmarks\": {}}");
            };
        }

        @Override
        public void kill() {
            killed = true;
        }

        /** A real target prints what it parsed, and so in a form of its own. */
        private Ending loadAll(List<String> lines) {
            if (killed) {
                return loadSome(lines, 137);
            }
            load(lines);
            return new Ending(0, parse(lines.getLast()).path("value").toPrettyString().replace("\n", " "));
        }

        private Ending loadSome(List<String> lines, int exitCode) {
            load(lines.subList(0, lines.size() / 2));
            return new Ending(exitCode, "");
        }

        private List<String> wholeLines() {
            String text = read.toString(StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            return Arrays.asList(whole.split("\n"));
        }
    }
}
