package dev.tally.lambda;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.tally.completeness.JobStarter;
import dev.tally.completeness.RunFiles;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * Measures the time from a delivery's last file to the start of its job: who starts a job has as a rule just written its
 * resolved manifest, and so seen when each of its files came. Thread-safe.
 */
final class ObservedStarts implements RunFiles, JobStarter {
    private final RunFiles runs;
    private final JobStarter jobs;
    private final InstantSource clock;
    private final Map<DeliveryKey, Instant> lastFiles = new ConcurrentHashMap<>();

    ObservedStarts(RunFiles runs, JobStarter jobs, InstantSource clock) {
        this.runs = runs;
        this.jobs = jobs;
        this.clock = clock;
    }

    @Override
    public Map<FileRef, FileEvent.Created> pin(Collection<FileEvent.Created> files) {
        return runs.pin(files);
    }

    @Override
    public ResolvedManifestWriter write(Delivery delivery) {
        return new ObservedWriter(delivery.key(), runs.write(delivery));
    }

    @Override
    public String start(Delivery delivery) {
        Instant lastFile = lastFiles.remove(delivery.key());
        String execution = jobs.start(delivery);
        Invocation.current().ifPresent(invocation -> {
            EventLog log = invocation.log().with(delivery.key(), delivery.attempt()).with("execution", execution);
            if (lastFile == null) {
                log.info("The job is started");
            } else {
                Duration time = Duration.between(lastFile, clock.instant());
                String dataset = delivery.key().id().dataset();
                invocation.metrics().time("LastFileToStart", time);
                invocation.metrics().time("LastFileToStart", time, "dataset", dataset);
                log.with("lastFileToStartMs", time.toMillis()).info("The job is started");
            }
        });
        return execution;
    }

    private final class ObservedWriter implements ResolvedManifestWriter {
        private final DeliveryKey delivery;
        private final ResolvedManifestWriter writer;
        private Instant lastFile = Instant.MIN;

        private ObservedWriter(DeliveryKey delivery, ResolvedManifestWriter writer) {
            this.delivery = delivery;
            this.writer = writer;
        }

        @Override
        public void add(Member member, FileEvent.Created file) {
            lastFile = file.at().isAfter(lastFile) ? file.at() : lastFile;
            writer.add(member, file);
        }

        @Override
        public void endPart() {
            writer.endPart();
        }

        @Override
        public ResolvedManifest commit() {
            ResolvedManifest resolved = writer.commit();
            if (lastFile.isAfter(Instant.MIN)) {
                lastFiles.put(delivery, lastFile);
            }
            return resolved;
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
