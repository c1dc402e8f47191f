package dev.tally.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.cli.upload.Sending;
import dev.tally.cli.upload.Sending.Stored;

/** What an upload prints as its result: for programs one JSON line for each file, and one at the end. */
final class UploadOutput {
    private final Shell shell;
    private final boolean json;

    UploadOutput(Shell shell, boolean json) {
        this.shell = shell;
        this.json = json;
    }

    void file(Sending result) {
        if (!json) {
            return;
        }
        var line = Json.object()
                .put("type", "file")
                .put("path", result.file().name())
                .put("size", result.file().size());
        switch (result) {
            case Sending.Sent sent -> stored(line.put("sent", true), sent);
            case Sending.There there -> stored(line.put("sent", false).put("reason", "there already"), there);
            case Sending.NotSent failed ->
                line.put("sent", false).put("key", failed.key()).put("reason", failed.reason());
            case Sending.NotTried _ -> line.put("sent", false).put("reason", "not tried");
        }
        shell.out().println(line.line());
    }

    private static void stored(Json.Fields line, Stored stored) {
        line.put("key", stored.key()).put("sha256", stored.fingerprint().sha256().hex());
        stored.versionId().ifPresent(version -> line.put("versionId", version));
        line.put("verified", stored.verified());
    }

    void printPlan(UploadPlan plan) {
        if (json) {
            plan.files()
                    .forEach(file -> shell.out()
                            .println(Json.object()
                                    .put("type", "file")
                                    .put("path", file.name())
                                    .put("size", file.size())
                                    .put("sent", false)
                                    .put("key", plan.key(file.name()))
                                    .line()));
            shell.out()
                    .println(Json.object()
                            .put("type", "upload")
                            .put("id", plan.id().toString())
                            .put("dryRun", true)
                            .put("files", plan.files().size())
                            .put("bytes", plan.found().bytes())
                            .put("bucket", plan.dataset().landingBucket())
                            .put("manifest", plan.manifestKey())
                            .line());
            return;
        }
        var table = new Table(Column.right("SIZE"), Column.flexible("KEY"));
        plan.files().forEach(file -> table.add(Cell.of(Human.bytes(file.size())), Cell.of(plan.key(file.name()))));
        table.add(Cell.of(""), Cell.of(plan.manifestKey()));
        table.lines(shell.terminal()).forEach(shell.out()::println);
        shell.out()
                .println(Human.count(plan.files().size(), "file", "files") + ", " + Human.bytes(plan.found().bytes())
                        + ", would go to s3://" + plan.dataset().landingBucket() + " as "
                        + Printable.of(plan.id().toString())
                        + "; nothing was sent.");
    }

    /** @param repeated the delivery whose manifest that was before, byte for byte */
    void printDone(UploadPlan plan, List<Stored> files, Stored manifest, Optional<DeliveryView> repeated,
            Duration took) {
        var sent = Amount.sent(files);
        if (json) {
            var line = Json.object()
                    .put("type", "upload")
                    .put("id", plan.id().toString())
                    .put("files", plan.files().size())
                    .put("bytes", plan.found().bytes())
                    .put("filesSent", sent.files())
                    .put("bytesSent", sent.bytes())
                    .put("bucket", plan.dataset().landingBucket())
                    .put("manifest", manifest.key());
            manifest.versionId().ifPresent(version -> line.put("manifestVersionId", version));
            line.put("manifestRepeated", repeated.isPresent());
            shell.out().println(line.put("seconds", took.toMillis() / 1000.0).line());
            return;
        }
        String id = Printable.of(plan.id().toString());
        var there = new Amount(plan.files().size() - sent.files(), plan.found().bytes() - sent.bytes());
        shell.out()
                .println(Style.GOOD.on("Sent", shell.terminal().colour()) + " " + sent.text() + ", in "
                        + Human.duration(took) + ", "
                        + (there.isNothing() ? "" : "beside " + there.text() + " that were there already, ")
                        + "verified, and announced as " + Style.BOLD.on(id, shell.terminal().colour()) + ".");
        shell.out()
                .println(repeated.map(delivery -> repeated(delivery, id))
                        .orElse("  Follow it: " + shell.command() + " watch " + id));
        shell.out().flush();
    }

    private String repeated(DeliveryView delivery, String id) {
        String again = switch (delivery.status()) {
            case PROCESSED, ARCHIVED, FAILED -> "\n  To process it again: " + shell.command() + " reprocess " + id;
            case WAITING, COMPLETE, PROCESSING, SUPERSEDED, WITHDRAWN, REJECTED -> "\n  Follow it: " + shell.command()
                    + " watch " + id;
        };
        return "  Its manifest is, byte for byte, the one of revision " + Printable.of(delivery.revision())
                + ", which is " + delivery.status() + ": that begins nothing." + again;
    }

    /** How much of something. */
    private record Amount(long files, long bytes) {
        /** What had to be sent, which may be less of a file than all of it. */
        static Amount sent(List<Stored> stored) {
            long files = 0;
            long bytes = 0;
            for (Stored one : stored) {
                if (one instanceof Sending.Sent sent) {
                    files++;
                    bytes += sent.fingerprint().size() - sent.kept();
                }
            }
            return new Amount(files, bytes);
        }

        boolean isNothing() {
            return files == 0 && bytes == 0;
        }

        String text() {
            return (files == 0 && bytes > 0 ? "parts of files" : Human.count(files, "file", "files")) + ", "
                    + Human.bytes(bytes);
        }
    }
}
