package dev.tally.cli;

import java.time.Duration;

import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.cli.upload.Sending;
import dev.tally.cli.upload.Sending.Sent;

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
            case Sent sent -> {
                line.put("sent", true).put("key", sent.key()).put("sha256", sent.fingerprint().sha256().hex());
                sent.versionId().ifPresent(version -> line.put("versionId", version));
                line.put("verified", sent.verified());
            }
            case Sending.NotSent failed ->
                line.put("sent", false).put("key", failed.key()).put("reason", failed.reason());
            case Sending.NotTried _ -> line.put("sent", false).put("reason", "not tried");
        }
        shell.out().println(line.line());
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

    void printDone(UploadPlan plan, Sent manifest, Duration took) {
        if (json) {
            var line = Json.object()
                    .put("type", "upload")
                    .put("id", plan.id().toString())
                    .put("files", plan.files().size())
                    .put("bytes", plan.found().bytes())
                    .put("bucket", plan.dataset().landingBucket())
                    .put("manifest", manifest.key());
            manifest.versionId().ifPresent(version -> line.put("manifestVersionId", version));
            shell.out().println(line.put("seconds", took.toMillis() / 1000.0).line());
            return;
        }
        String id = Printable.of(plan.id().toString());
        shell.out()
                .println(Style.GOOD.on("Sent", shell.terminal().colour()) + " "
                        + Human.count(plan.files().size(), "file", "files") + ", " + Human.bytes(plan.found().bytes())
                        + ", in "
                        + Human.duration(took) + ", verified, and announced as "
                        + Style.BOLD.on(id, shell.terminal().colour()) + ".");
        shell.out().println("  Follow it: " + shell.command() + " watch " + id);
        shell.out().flush();
    }
}
