package dev.tally.cli;

import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.api.DatasetView;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;

/** Lists the datasets and where their files go. */
@Command(name = "datasets", mixinStandardHelpOptions = true, description = "Lists the datasets, and where their files go.")
final class DatasetsCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    DatasetsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var connection = api.connect(shell);
        var answer = connection.get("/datasets", Map.of());
        if (output.isJson()) {
            shell.out().println(answer.line());
            return Exit.OK;
        }
        var table = new Table(Column.left("DATASET"), Column.left("JOB"), Column.left("ARCHIVES"),
                Column.left("DEADLINE"), Column.flexible("FILES GO TO"));
        answer.path("datasets")
                .items()
                .forEach(dataset -> table.add(Cell.of(dataset.path("name").text()),
                        Cell.of(dataset.path("job").path("kind").text()),
                        Cell.of(dataset.path("archives").truth(false) ? "yes" : "no"),
                        Cell.of(dataset.path("deadline").text()),
                        Cell.of(places(DatasetView.of(answer, dataset)))));
        table.lines(shell.terminal()).forEach(shell.out()::println);
        return Exit.OK;
    }

    private static String places(DatasetView dataset) {
        return String.join(" ",
                dataset.prefixes().stream().map(prefix -> "s3://" + dataset.landingBucket() + "/" + prefix).toList());
    }
}
