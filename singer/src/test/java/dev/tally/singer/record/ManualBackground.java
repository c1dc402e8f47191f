package dev.tally.singer.record;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that passes when a test says so. What is to be done at once is done in the caller's thread; pauses take no time. */
final class ManualBackground implements Background {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final List<Alarm> alarms = new ArrayList<>();
    private long nanos;
    private int pauses;

    private record Alarm(long at, Runnable task) {}

    InstantSource clock() {
        return () -> START.plusNanos(nanos);
    }

    void advance(Duration time) {
        long end = nanos + time.toNanos();
        while (true) {
            var next = alarms.stream().filter(alarm -> alarm.at <= end).min(Comparator.comparingLong(Alarm::at));
            if (next.isEmpty()) {
                break;
            }
            nanos = next.get().at;
            alarms.remove(next.get());
            next.get().task.run();
        }
        nanos = end;
    }

    int pauses() {
        return pauses;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        alarms.add(new Alarm(nanos + delay.toNanos(), task));
    }

    @Override
    public void pause(Duration time) {
        pauses++;
    }

    @Override
    public void finish() {
        alarms.clear();
    }
}
