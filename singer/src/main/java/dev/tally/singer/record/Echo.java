package dev.tally.singer.record;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Hands on what the tap says, byte by byte. If asked for, STATE messages wait here until the lake has them, which is safe: a later STATE
 * covers less than what came before it. When nobody listens any more, that is told once, and the rest goes nowhere. Threads may share one.
 */
final class Echo {
    private final OutputStream out;
    private final boolean holdsStates;
    private final Complaints complaints;
    private final Queue<Held> held = new ArrayDeque<>();
    private boolean broken;

    private static final class Held {
        private final long message;
        private final byte[] line;

        Held(long message, byte[] line) {
            this.message = message;
            this.line = line;
        }
    }

    /** @param out without a buffer of its own */
    Echo(OutputStream out, boolean holdsStates, Complaints complaints) {
        this.out = out;
        this.holdsStates = holdsStates;
        this.complaints = complaints;
    }

    boolean holdsStates() {
        return holdsStates;
    }

    synchronized void write(byte[] bytes, int from, int to) {
        if (broken || from == to) {
            return;
        }
        try {
            out.write(bytes, from, to - from);
            out.flush();
        } catch (IOException closed) {
            broken = true;
            complaints.warn("The target does not read any more (" + Reasons.of(closed) + "); recording goes on.");
        }
    }

    /** @param message the STATE's number in the run */
    synchronized void hold(long message, byte[] line) {
        held.add(new Held(message, line));
    }

    /** The lake has the messages of the run up to that one, durably. */
    synchronized void release(long message) {
        for (Held first = held.peek(); first != null && first.message <= message; first = held.peek()) {
            write(first.line, 0, first.line.length);
            held.remove();
        }
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** How many STATEs were never handed on. */
    synchronized int waiting() {
        return held.size();
    }
}
