package dev.tally.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.cli.api.Clients;
import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.Target;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.upload.LocalFile;
import dev.tally.cli.upload.PartSize;
import dev.tally.cli.upload.Sending;
import dev.tally.cli.upload.Sending.Stored;
import dev.tally.cli.upload.Uploads;
import dev.tally.manifest.ManifestWriter;

/** Carries a plan out: the files, and the manifest only if all of them are there. */
final class Upload {
    private static final int FAILURES_SHOWN = 10;

    private final Target target;
    private final UploadPlan plan;
    private final Optional<DeliveryView> before;
    private final int lanes;
    private final UploadOutput output;
    private final Shell shell;

    /** @param before the delivery as it was found, if it was there */
    Upload(Shell shell, Target target, UploadPlan plan, Optional<DeliveryView> before, int lanes, boolean json) {
        this.shell = shell;
        this.target = target;
        this.plan = plan;
        this.before = before;
        this.lanes = lanes;
        this.output = new UploadOutput(shell, json);
    }

    void run() throws IOException, InterruptedException {
        var begin = shell.clock().instant();
        try (var s3 = Clients.s3(target, lanes);
                var progress = new UploadProgress(shell, output, plan.files().size(), plan.found().bytes());
                var uploads = new Uploads(s3, plan.dataset().landingBucket(), lanes, PartSize.STANDARD, shell.clock(),
                        progress)) {
            var stored = requireAll(uploads.send(plan.files(), plan.folder()), progress);
            var manifest = sendManifest(uploads, stored);
            progress.end();
            var repeated = before.filter(delivery -> delivery.isRepeatedBy(plan.dataset().landingBucket(),
                    manifest.key(), manifest.fingerprint().sha256().hex()));
            output.printDone(plan, stored, manifest, repeated, Duration.between(begin, shell.clock().instant()));
        }
    }

    private List<Stored> requireAll(List<Sending> results, UploadProgress progress) {
        var stored = new ArrayList<Stored>();
        var reasons = new ArrayList<String>();
        int untried = 0;
        for (Sending result : results) {
            switch (result) {
                case Stored done -> stored.add(done);
                case Sending.NotSent failed -> reasons.add(failed.file().name() + ": " + failed.reason());
                case Sending.NotTried _ -> untried++;
            }
        }
        if (stored.size() == results.size()) {
            return stored;
        }
        progress.end();
        reasons.stream().limit(FAILURES_SHOWN).forEach(reason -> shell.err().println("  " + reason));
        if (reasons.size() > FAILURES_SHOWN) {
            shell.err().println("  and " + (reasons.size() - FAILURES_SHOWN) + " more");
        }
        throw Trouble.failed(Human.count(results.size() - stored.size(), "file", "files") + " of " + results.size()
                + " could not be sent" + (untried > 0 ? ", " + untried + " were not tried" : "")
                + "; so no manifest was sent, and nothing is announced.",
                "Mend that, and run the same command again: what is there is not sent a second time.");
    }

    private Stored sendManifest(Uploads uploads, List<Stored> members) throws IOException, InterruptedException {
        Path file = Files.createTempFile("tally-", ".json");
        try {
            try (var manifest = new ManifestWriter(new BufferedOutputStream(Files.newOutputStream(file)),
                    Optional.of(plan.id().name()), plan.parameters())) {
                for (Stored member : members) {
                    manifest.add(member.file().name(), member.fingerprint().fixity(), Optional.empty(), true);
                }
                manifest.finish();
            }
            var local = LocalFile.of(file, plan.manifestKey());
            return switch (uploads.send(local, plan.manifestKey(), "application/json")) {
                case Stored stored -> stored;
                case Sending.NotSent failed -> throw Trouble.failed(
                        "All files are there, but the manifest could not be sent: " + failed.reason(),
                        "Nothing is announced yet. Run the same command again.");
                case Sending.NotTried _ -> throw new IllegalStateException("A single file is always tried");
            };
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
