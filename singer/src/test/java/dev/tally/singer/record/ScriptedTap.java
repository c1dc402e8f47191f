package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A tap that says something, then lets something happen, then says more; each saying is read at once. */
class ScriptedTap extends InputStream {
    private final Deque<Object> steps = new ArrayDeque<>();

    ScriptedTap says(String... lines) {
        for (String line : lines) {
            steps.add((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    ScriptedTap saysBytes(byte[] bytes) {
        steps.add(bytes);
        return this;
    }

    ScriptedTap then(Runnable event) {
        steps.add(event);
        return this;
    }

    @Override
    public int read() throws IOException {
        throw new IOException("A recorder reads blocks");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (steps.peek() instanceof Runnable event) {
            steps.remove();
            event.run();
        }
        if (!(steps.peek() instanceof byte[] saying)) {
            return -1;
        }
        int count = Math.min(length, saying.length);
        System.arraycopy(saying, 0, target, offset, count);
        steps.removeFirst();
        if (count < saying.length) {
            steps.addFirst(Arrays.copyOfRange(saying, count, saying.length));
        }
        return count;
    }
}
