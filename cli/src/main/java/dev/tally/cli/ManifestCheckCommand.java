package dev.tally.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.api.DatasetView;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.NativeManifestReader;

/** Reads a manifest as Tally would, and compares the files beside it with what it says. */
@Command(name = "check", mixinStandardHelpOptions = true, description = {
    "Reads a manifest as Tally would, tells every fault, and compares the files beside it with what it says.",
    "Exit code 1 if it would be rejected, 4 if files are missing or differ."})
final class ManifestCheckCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "The manifest.")
    private Path manifest = Path.of("");

    @Option(names = "--dataset", paramLabel = "NAME", description = "Checks s3:// members against this dataset too, which asks the API.")
    @Nullable
    private String dataset;

    @Option(names = "--no-files", description = "Does not look at the files beside it.")
    private boolean noFiles;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ManifestCheckCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        var file = shell.folder().resolve(manifest).normalize();
        var files = new MemberFiles(file.toAbsolutePath().resolveSibling(""));
        try (var in = new BufferedInputStream(Files.newInputStream(file))) {
            var view = datasetView();
            var scope = UploadPlan.scope(view, view.prefixes().getFirst() + file.getFileName());
            var header = NativeManifestReader.read(in, scope, member -> {
                if (noFiles) {
                    files.count();
                } else {
                    files.compare(member);
                }
            });
            return accepted(file, header, files);
        } catch (ManifestRejectedException rejected) {
            return rejected(file, rejected);
        } catch (NoSuchFileException none) {
            throw Trouble.notFound("There is no file " + file + ".", "");
        }
    }

    /** Without a dataset there is no bucket, so only relative members can be right. */
    private DatasetView datasetView() {
        if (dataset == null) {
            return new DatasetView("any", "none", List.of("any/"), List.of(), false);
        }
        return DatasetView.all(api.connect(shell).get("/datasets", Map.of()))
                .stream()
                .filter(one -> one.name().equals(dataset))
                .findFirst()
                .orElseThrow(() -> Trouble.notFound("There is no dataset " + dataset + ".",
                        "tally datasets shows which there are."));
    }

    private int rejected(Path file, ManifestRejectedException rejected) {
        if (output.isJson()) {
            var faults = rejected.faults().stream().<Json>map(ManifestCheckCommand::document).toList();
            shell.out()
                    .println(Json.object()
                            .put("manifest", file.toString())
                            .put("accepted", false)
                            .put("faults", new Json.Items(faults))
                            .put("total", rejected.total())
                            .line());
        } else {
            shell.out()
                    .println(Printable.of(file.toString()) + " would be "
                            + Style.BAD.on("rejected", shell.terminal().colour()) + ": "
                            + Human.count(rejected.total(), "fault", "faults"));
            rejected.faults().forEach(fault -> shell.out().println("  " + Printable.of(fault.toString())));
        }
        return Exit.FAILED;
    }

    private static Json.Fields document(ManifestFault fault) {
        return Json.object()
                .put("line", fault.line())
                .put("column", fault.column())
                .put("place", fault.place())
                .put("message", fault.message());
    }

    private int accepted(Path file, ManifestHeader header, MemberFiles files) {
        if (output.isJson()) {
            shell.out()
                    .println(Json.object()
                            .put("manifest", file.toString())
                            .put("accepted", true)
                            .put("delivery", header.delivery().name())
                            .put("members", files.members())
                            .put("problems", new Json.Items(files.problems()
                                    .stream()
                                    .<Json>map(problem -> Json.object()
                                            .put("path", problem.path())
                                            .put("state", problem.state())
                                            .put("detail", problem.detail()))
                                    .toList()))
                            .line());
        } else {
            shell.out()
                    .println(Printable.of(header.delivery().name()) + ": "
                            + Human.count(files.members(), "member", "members") + ", accepted"
                            + (noFiles ? "." : files.problems().isEmpty() ? "; all files are as it says." : ""));
            print(files.problems());
        }
        return files.problems().isEmpty() ? Exit.OK : Exit.INCOMPLETE;
    }

    private void print(List<MemberFiles.Problem> problems) {
        if (problems.isEmpty()) {
            return;
        }
        var table = new Table(Column.left("STATE"), Column.flexible("MEMBER"), Column.flexible("DETAIL"));
        problems.stream()
                .limit(SHOWN)
                .forEach(problem -> table.add(new Cell(problem.state(), Style.BAD),
                        Cell.of(problem.path()), Cell.of(problem.detail())));
        table.lines(shell.terminal()).forEach(line -> shell.out().println("  " + line));
        Optional.of(problems.size() - SHOWN)
                .filter(rest -> rest > 0)
                .ifPresent(rest -> shell.out().println("  and " + rest + " more"));
    }
}
