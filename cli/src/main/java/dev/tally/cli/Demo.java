package dev.tally.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import dev.tally.cli.api.Clients;
import dev.tally.cli.api.DatasetView;
import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.Status;
import dev.tally.cli.api.TallyApi;
import dev.tally.cli.api.Target;
import dev.tally.cli.demo.StarField;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.upload.LocalFile;
import dev.tally.cli.upload.LocalFiles;
import dev.tally.cli.upload.PartSize;
import dev.tally.cli.upload.Sending;
import dev.tally.cli.upload.Uploads;
import dev.tally.dataset.DeliveryId;
import dev.tally.manifest.ManifestWriter;

/**
 * The demo, once the cloud is there: files go out of order, the manifest among them, one file is held back, and when it comes the
 * job starts.
 */
final class Demo {
    private static final String DATASET = "demo";
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'night-'uuuuMMdd-HHmmss", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final Duration REGISTRATION = Duration.ofSeconds(60);
    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final Duration RUN = Duration.ofMinutes(5);
    private static final int LANES = 4;
    private static final long ORDER = 31;

    private final Shell shell;
    private final Target target;
    private final TallyApi api;
    private final DemoStory story;
    private final Path folder;
    private final int files;
    private final DeliveryId id;
    private final DemoWatch watch;

    Demo(Shell shell, Target target, DemoStory story, Path demos, int files) {
        this.shell = shell;
        this.target = target;
        this.api = new TallyApi(target, shell.clock());
        this.story = story;
        this.files = files;
        this.id = new DeliveryId(DATASET, NAME.format(shell.clock().instant()));
        this.folder = demos.resolve(id.name());
        this.watch = new DemoWatch(shell, story.isJson());
    }

    int run() throws IOException, InterruptedException {
        var plan = makeFiles();
        var shuffled = new ArrayList<>(plan.files());
        Collections.shuffle(shuffled, new Random(ORDER));
        var heldBack = shuffled.removeLast();
        try (var s3 = Clients.s3(target, LANES);
                var uploads = new Uploads(s3, plan.dataset().landingBucket(), LANES, PartSize.STANDARD, shell.clock(),
                        new Quiet())) {
            sendAllBut(heldBack, shuffled, plan, uploads);
            explainWaiting(plan);
            var last = finish(heldBack, plan, uploads);
            return end(last);
        } finally {
            watch.close();
        }
    }

    private UploadPlan makeFiles() throws IOException {
        story.chapter("A delivery of " + files + " files");
        Files.createDirectories(folder);
        new StarField().write(folder, files);
        var found = LocalFiles.find(List.of(folder), List.of());
        var dataset = DatasetView.all(api.get("/datasets", Map.of()))
                .stream()
                .filter(one -> one.name().equals(DATASET))
                .findFirst()
                .orElseThrow(() -> Trouble.failed("The environment has no dataset " + DATASET + ".", ""));
        story.tell(Human.count(files, "exposure", "exposures") + " of one field of the sky, FITS, "
                + Human.bytes(found.bytes())
                + ", in " + folder);
        return new UploadPlan(dataset, id, found, Optional.empty());
    }

    private void sendAllBut(LocalFile heldBack, List<LocalFile> others, UploadPlan plan, Uploads uploads)
            throws IOException, InterruptedException {
        story.chapter("Sent out of order, and one held back");
        int half = others.size() / 2;
        send(others.subList(0, half), plan, uploads);
        sendManifest(plan, uploads);
        send(others.subList(half, others.size()), plan, uploads);
        story.tell(Human.count(half, "file", "files") + ", then the manifest that announces all " + files + ", then "
                + Human.count((long) others.size() - half, "file", "files") + " more. Not sent: " + heldBack.name());
        new Follower(shell, api, id, null, watch).until(delivery -> true, REGISTRATION, REGISTRATION);
        watch.pause();
    }

    private static void send(List<LocalFile> some, UploadPlan plan, Uploads uploads) throws InterruptedException {
        for (Sending result : uploads.send(some, plan.folder())) {
            requireSent(result);
        }
    }

    /** Unlike an upload's, this manifest comes before its last file, so its digests are taken from the disk. */
    private static void sendManifest(UploadPlan plan, Uploads uploads) throws IOException, InterruptedException {
        Path file = Files.createTempFile("tally-", ".json");
        try {
            try (var manifest = new ManifestWriter(new BufferedOutputStream(Files.newOutputStream(file)),
                    Optional.of(plan.id().name()), plan.parameters())) {
                for (LocalFile member : plan.files()) {
                    manifest.add(member.name(), member.fingerprint().fixity(), Optional.empty(), true);
                }
                manifest.finish();
            }
            requireSent(uploads.send(LocalFile.of(file, plan.manifestKey()), plan.manifestKey(), "application/json"));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void requireSent(Sending result) {
        switch (result) {
            case Sending.Stored _ -> {
                // as it should be
            }
            case Sending.NotSent failed -> throw Trouble.failed(failed.key() + " could not be sent: " + failed.reason(),
                    "Is the local cloud well? tally local status");
            case Sending.NotTried(LocalFile file) -> throw new IllegalStateException(file + " was not tried");
        }
    }

    /** The events of the files sent last may still be under way. */
    private void explainWaiting(UploadPlan plan) throws InterruptedException {
        story.chapter("Why does it wait?");
        Instant end = shell.clock().instant().plus(SETTLING);
        var why = Deliveries.why(api, id, null, files, null);
        while (why.members().size() > 1 && shell.clock().instant().isBefore(end)) {
            Thread.sleep(Duration.ofMillis(200));
            why = Deliveries.why(api, id, null, files, null);
        }
        if (!story.isJson()) {
            shell.out().println("   $ " + shell.command() + " why " + plan.id());
            new WhyText(shell, "   ").print(why, why.members(), false);
            shell.out().flush();
        }
    }

    private DeliveryView finish(LocalFile heldBack, UploadPlan plan, Uploads uploads) throws InterruptedException {
        story.chapter("The last file comes");
        watch.lastFileSent(shell.clock().instant());
        send(List.of(heldBack), plan, uploads);
        return new Follower(shell, api, id, null, watch).until(
                delivery -> delivery.ended() || delivery.attempt() > 1, RUN, Duration.ZERO);
    }

    private int end(DeliveryView last) {
        watch.end(last);
        if (last.status() != Status.ARCHIVED) {
            story.tell("This is not how it should end. More: " + shell.command() + " status " + id + ", and "
                    + shell.command() + " local logs");
            int exit = StatusText.exit(last.status(), last.ended());
            return exit == Exit.OK ? Exit.FAILED : exit;
        }
        watch.startedAfter()
                .ifPresent(time -> story.tell(
                        "From sending the last file to the started execution: " + Human.duration(time)));
        var outputs = last.json().path("outputs");
        story.tell("The job wrote " + Human.count(outputs.path("count").whole(0), "file", "files") + ", "
                + Human.bytes(outputs.path("bytes").whole(0)) + ": statistics and a picture of each image.");
        story.tell("Archived, verified and sealed: " + last.json().path("archive").text());
        suggestions(last);
        return Exit.OK;
    }

    private void suggestions(DeliveryView last) {
        String seal = last.json().path("archive").text();
        story.chapter("What to try next");
        story.suggest(shell.command() + " status " + id, "where it is, and how it got there");
        story.suggest(shell.command() + " list", "all deliveries");
        story.suggest(
                "eval \"$(" + shell.command() + " local env)\" && aws s3 ls --recursive "
                        + seal.substring(0, seal.lastIndexOf('/') + 1),
                "what is in the archive, with the plain aws command");
        story.suggest(shell.command() + " upload demo " + folder + " --name mine --watch",
                "the same files as a delivery of yours");
        story.suggest(shell.command() + " local down", "ends the cloud, and forgets its data");
    }

    /** The demo's files are small and local; a bar would only flicker. */
    private static final class Quiet implements Uploads.Progress {
        @Override
        public void sent(long bytes) {
            // nothing to show
        }

        @Override
        public void finished(Sending result) {
            // nothing to show
        }
    }
}
