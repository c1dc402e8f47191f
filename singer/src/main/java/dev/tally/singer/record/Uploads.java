package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

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
                            + place.lake().uri()
                            + " and stay in " + place.spool()
                            + "; the next recording of this tap uploads what is there.");
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
                return true;
            } catch (IOException | RuntimeException failed) {
                if (attempt == TRIES) {
                    stuck = true;
                    place.complaints()
                            .warn("Writing to the lake " + place.lake().uri() + " failed: " + Reasons.of(failed));
                    place.complaints().trouble();
                    return false;
                }
            }
            background.pause(pause);
            pause = pause.multipliedBy(2);
        }
    }

    private void act(Job job) throws IOException {
        switch (job) {
            case Job.Upload(SpoolFile spool, Segment segment, boolean ofThisRun) -> {
                Last uploaded = upload(spool, segment);
                if (ofThisRun) {
                    last = uploaded;
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
        SegmentBuilder.Built built = builder.build(spool, named);
        while (!publisher.publish(named.name(), built)) {
            named = named.renamed(place.newName());
            spool.writeDown(named);
            built = builder.build(spool, named);
        }
        Files.deleteIfExists(built.file());
        builder.passed(named, built);
        spool.writeDone(named.partialTo());
        return new Last(named.name(), built.facts());
    }

    private void close(SpoolFile spool) {
        try {
            spool.close();
        } catch (IOException failed) {
            place.complaints().warn("Closing a spool failed: " + Reasons.of(failed));
        }
    }
}
