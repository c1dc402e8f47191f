package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.api.DatasetView;
import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.TallyApi;
import dev.tally.dataset.DeliveryId;

/** Sends files and, last, their manifest. */
@Command(name = "upload", mixinStandardHelpOptions = true, description = {
    "Sends files to the landing bucket and, when all of them are there, the manifest that announces them.",
    "",
    "A folder stands for what is in it. If one of them fails, no manifest is sent, and nothing is announced."})
final class UploadCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration FOR_EVER = Duration.ofDays(3650);
    private static final int MOST_LANES = 64;

    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(index = "0", paramLabel = "DATASET", description = "The dataset.")
    private String dataset = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
    private List<Path> paths = List.of();

    @Mixin
    private PathOptions options = new PathOptions();

    @Option(names = "--revise", description = "The delivery exists and is under way or done: send a new revision of it.")
    private boolean revise;

    @Option(names = "--dry-run", description = "Shows what would be sent, and sends nothing.")
    private boolean dryRun;

    @Option(names = "--watch", description = "Follows the delivery to its end afterwards, as tally watch does.")
    private boolean watch;

    @Option(names = "--parallel", paramLabel = "N", defaultValue = "8", description = "So many requests side by side; 8 is the default.")
    private int parallel;

    UploadCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (parallel < 1 || parallel > MOST_LANES) {
            throw Trouble.usage("--parallel is 1 to " + MOST_LANES + ", not " + parallel + ".", "");
        }
        var id = id();
        var found = options.find(shell, paths);
        var connection = api.connect(shell);
        var plan = new UploadPlan(dataset(connection), id, found, options.parameters());
        plan.problems().forEach(problem -> shell.err().println("  " + problem));
        if (!plan.problems().isEmpty()) {
            throw Trouble.usage("Nothing was sent: see above.", "");
        }
        plan.warnings().forEach(warning -> shell.err().println("tally: warning: " + warning));
        if (dryRun) {
            new UploadOutput(shell, output.isJson()).printPlan(plan);
            return Exit.OK;
        }
        var before = Deliveries.find(connection, id, null);
        before.ifPresent(delivery -> requireFree(id, delivery));
        new Upload(shell, connection.target(), plan, before, parallel, output.isJson()).run();
        return watch ? follow(connection, id) : Exit.OK;
    }

    private DeliveryId id() {
        try {
            return new DeliveryId(dataset, options.name(shell, paths));
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(e.getMessage() + ".", "");
        }
    }

    private DatasetView dataset(TallyApi connection) {
        var all = DatasetView.all(connection.get("/datasets", Map.of()));
        return all.stream()
                .filter(one -> one.name().equals(dataset))
                .findFirst()
                .orElseThrow(() -> Trouble.notFound("There is no dataset " + dataset + ".",
                        "There are: " + String.join(", ", all.stream().map(DatasetView::name).sorted().toList())));
    }

    private void requireFree(DeliveryId id, DeliveryView delivery) {
        boolean free = revise || switch (delivery.status()) {
            case FAILED, REJECTED, SUPERSEDED, WITHDRAWN -> true;
            case WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED -> false;
        };
        if (!free) {
            throw Trouble.failed(id + " exists and is " + delivery.status() + ".",
                    "To replace it by a new revision: --revise. To send another delivery: --name.");
        }
    }

    private int follow(TallyApi connection, DeliveryId id) {
        try (var watching = new WatchOutput(shell, output.isJson())) {
            var last = new Follower(shell, connection, id, null, watching).until(DeliveryView::ended, FOR_EVER, GRACE);
            watching.end(last);
            return StatusText.exit(last.status(), last.ended());
        }
    }
}
