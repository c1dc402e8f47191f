package dev.tally.lambda;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.json.JsonObject;

/**
 * Log lines as JSON objects, one line per event. Lambda's own JSON format reads {@code timestamp}, {@code level} and
 * {@code message} of them; the fields that a log carries ({@code function}, {@code requestId}, {@code dataset},
 * {@code delivery}, {@code revision}, {@code attempt} …) can be queried by name.
 *
 * <p>Immutable; each {@code with} gives a log with more fields. Each line is one write, so lines of several threads do
 * not mix. A writer of its own rather than a logging library: nothing is loaded or configured before the first line, and
 * nothing is kept per JVM, where one local JVM runs all functions.
 */
public final class EventLog {
    private static final int LONGEST_STACK = 8_000;

    private final Supplier<PrintStream> out;
    private final InstantSource clock;
    private final Map<String, Object> fields;

    private EventLog(Supplier<PrintStream> out, InstantSource clock, Map<String, Object> fields) {
        this.out = out;
        this.clock = clock;
        this.fields = fields;
    }

    /** Writes to the standard output, as it is when a line is written. */
    public static EventLog of(String function) {
        return new EventLog(() -> System.out, InstantSource.system(), Map.of("function", function));
    }

    /** Writes elsewhere, for tests. */
    public static EventLog of(String function, PrintStream out, InstantSource clock) {
        return new EventLog(() -> out, clock, Map.of("function", function));
    }

    /** @param value text, a number or a boolean; of other things their text */
    public EventLog with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new EventLog(out, clock, more);
    }

    public EventLog with(DeliveryId delivery) {
        return with("dataset", delivery.dataset()).with("delivery", delivery.name());
    }

    public EventLog with(DeliveryKey delivery) {
        return with(delivery.id()).with("revision", delivery.revision());
    }

    public EventLog with(DeliveryKey delivery, int attempt) {
        return with(delivery).with("attempt", attempt);
    }

    public void info(String message) {
        line("INFO", message);
    }

    /** Something a person may want to look at; the work goes on. */
    public void warn(String message) {
        line("WARN", message);
    }

    /** Something failed; the stack trace goes with it. */
    public void error(String message, Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        String trace = stack.toString();
        with("errorType", failure.getClass().getName())
                .with("errorMessage", String.valueOf(failure.getMessage()))
                .with("stackTrace", trace.length() > LONGEST_STACK ? trace.substring(0, LONGEST_STACK) + "…" : trace)
                .line("ERROR", message);
    }

    private void line(String level, String message) {
        write(line -> {
            line.writeStringField("timestamp", clock.instant().toString());
            line.writeStringField("level", level);
            line.writeStringField("message", message);
            for (Map.Entry<String, Object> field : fields.entrySet()) {
                line.writeFieldName(field.getKey());
                writeValue(line, field.getValue());
            }
        });
    }

    private static void writeValue(JsonGenerator line, Object value) throws IOException {
        switch (value) {
            case Integer number -> line.writeNumber(number);
            case Long number -> line.writeNumber(number);
            case Boolean flag -> line.writeBoolean(flag);
            default -> line.writeString(value.toString());
        }
    }

    Instant now() {
        return clock.instant();
    }

    /** Writes one object as one line. */
    void write(LineBody body) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(line)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        line.write('\n');
        PrintStream stream = out.get();
        byte[] bytes = line.toByteArray();
        stream.write(bytes, 0, bytes.length);
        stream.flush();
    }

    /** The fields of a line. */
    interface LineBody {
        void write(JsonGenerator json) throws IOException;
    }
}
