package dev.tally.local.host;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output, shared by all functions of the host: each line goes to the log under the name of the function whose thread printed it. Threads which a function
 * starts inherit its name.
 */
final class FunctionOutput extends OutputStream {

    private static final InheritableThreadLocal<String> FUNCTION = new InheritableThreadLocal<>();

    private final FunctionLog log;
    private final ThreadLocal<ByteArrayOutputStream> line = ThreadLocal.withInitial(ByteArrayOutputStream::new);

    FunctionOutput(FunctionLog log) {
        this.log = log;
    }

    /** Sends all that is printed in this JVM to the log. */
    static void redirect(FunctionLog log) {
        var stream = new PrintStream(new FunctionOutput(log), true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
    }

    static void belongsTo(String function) {
        FUNCTION.set(function);
    }

    @Override
    public void write(int b) {
        if (b == '\n') {
            var printed = line.get();
            var function = FUNCTION.get();
            log.write(function == null ? "host" : function, printed.toString(StandardCharsets.UTF_8));
            printed.reset();
        } else {
            line.get().write(b);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }
}
