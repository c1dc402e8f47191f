package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.LogName;

/**
 * Builds and uploads segments in the background, one after another in the order in which they were cut: an upload that fails is tried again,
 * and until it succeeds those behind it wait. What is left at the end stays in its spool.
 */
final class Uploads {
    private static final int TRIES = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private final Place place;
    private final Background background;
    private final Echo echo;
    private final SegmentBuilder builder;
    private final Publisher publisher;
    // Of the background alone.
    private final Queue<Job> jobs = new ArrayDeque<>();
    private @Nullable Last last;
    private boolean stuck;
    private String reason = "";
    private final AtomicLong uploaded = new AtomicLong();

    private sealed interface Job {
        record Upload(SpoolFile spool, Segment segment, boolean ofThisRun) implements Job {}

        /** Nothing more comes from a spool. */
        record Release(SpoolFile spool) implements Job {}

        /** The run has ended, and all of it was cut before. */
        record Ended(End end) implements Job {}
    }

    private record Last(LogName name, Facts facts) {}

    Uploads(Place place, Background background, Echo echo) {
        this.place = place;
        this.background = background;
        this.echo = echo;
        builder = new SegmentBuilder(place);
        publisher = new Publisher(place.lake());
    }

    /** Writes a segment down; it is uploaded in its turn. */
    void submit(SpoolFile spool, Segment segment) throws IOException {
        spool.writeDown(segment);
        enqueue(new Job.Upload(spool, segment, true));
    }

    /** A segment of a run that died, which is written down already. */
    void resume(SpoolFile spool, Segment segment) {
        enqueue(new Job.Upload(spool, segment, false));
    }

    /** No segment of this spool comes any more. */
    void release(SpoolFile spool) {
        enqueue(new Job.Release(spool));
    }

    /** Adds how the run ended to the facts of its last file. */
    void end(End end) {
        enqueue(new Job.Ended(end));
    }

    /** How many messages of this run the lake has. */
    long uploaded() {
        return uploaded.get();
    }

    /** Waits for all of them; tells what could not be done. */
    void finish() {
        background.execute(() -> {
            stuck = false;
            work();
        });
        background.finish();
        long left = jobs.stream().filter(Job.Upload.class::isInstance).count();
        if (left > 0) {
            place.complaints()
                    .fail(left + (left == 1 ? " file has" : " files have") + " not reached the lake "
                            + place.lake().uri() + " (" + reason + ") and " + (left == 1 ? "stays" : "stay") + " in "
                            + place.spool() + "; the next recording of this tap uploads what is there.");
        }
        for (Job job : jobs) {
            if (job instanceof Job.Release(SpoolFile spool)) {
                close(spool);
            }
        }
    }

    private void enqueue(Job job) {
        background.execute(() -> {
            jobs.add(job);
            work();
        });
    }

    private void work() {
        for (Job job = jobs.peek(); job != null && isDone(job); job = jobs.peek()) {
            jobs.remove();
        }
    }

    /** Tries again after pauses, but for a lake that has just failed so: that is tried once, whenever there is more for it. */
    private boolean isDone(Job job) {
        Duration pause = FIRST_PAUSE;
        for (int attempt = stuck ? TRIES : 1;; attempt++) {
            try {
                act(job);
                stuck = false;
                reason = "";
                return true;
            } catch (IOException | RuntimeException failed) {
                if (attempt == TRIES) {
                    stuck(Reasons.of(failed));
                    return false;
                }
            }
            background.pause(pause);
            pause = pause.multipliedBy(2);
        }
    }

    /** Tells the same reason but once. */
    private void stuck(String why) {
        stuck = true;
        if (!why.equals(reason)) {
            reason = why;
            place.complaints().warn("Writing to the lake " + place.lake().uri() + " failed: " + why);
        }
        place.complaints().trouble();
    }

    private void act(Job job) throws IOException {
        switch (job) {
            case Job.Upload(SpoolFile spool, Segment segment, boolean ofThisRun) -> {
                Last stored = upload(spool, segment);
                if (ofThisRun) {
                    last = stored;
                    uploaded.addAndGet(segment.span().messages());
                    echo.release(segment.span().last());
                }
            }
            case Job.Release(SpoolFile spool) -> spool.delete();
            case Job.Ended(End end) -> {
                if (last != null) {
                    place.lake().put(last.name().facts(), FactsJson.write(last.facts().endedBy(end)));
                }
            }
        }
    }

    private Last upload(SpoolFile spool, Segment segment) throws IOException {
        Segment named = segment;
        Path file = builder.file(segment);
        try {
            SegmentBuilder.Built built = builder.build(spool, named);
            while (!publisher.publish(named.name(), built)) {
                named = named.renamed(place.newName());
                spool.writeDown(named);
                built = builder.build(spool, named);
            }
            // Before it is done: nobody would look for the file behind that.
            Files.deleteIfExists(file);
            builder.passed(named, built);
            spool.writeDone(named.partialTo());
            return new Last(named.name(), built.facts());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void close(SpoolFile spool) {
        try {
            spool.close();
        } catch (IOException failed) {
            place.complaints().warn("Closing a spool failed: " + Reasons.of(failed));
        }
    }
}
