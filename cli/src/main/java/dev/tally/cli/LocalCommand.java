package dev.tally.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.local.CloudProject;
import dev.tally.local.CloudStatus;
import dev.tally.local.LocalCloud;

/** The cloud on this machine. */
@Command(name = "local", mixinStandardHelpOptions = true, description = "A whole cloud on this machine, with Tally deployed to it.")
final class LocalCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw Trouble.usage("Say what to do with the local cloud: up, down, env, status or logs.",
                "tally local --help");
    }

    /** Which local cloud. */
    static final class CloudOptions {
        @Option(names = "--environment", paramLabel = "NAME", defaultValue = "dev", description = "The environment of infra-cdk/environments; dev is the default.")
        private String environment = "dev";

        @Option(names = "--name", paramLabel = "NAME", defaultValue = LocalCloud.DEFAULT_NAME, description = "One of several local clouds; ${DEFAULT-VALUE} is the default.")
        private String name = LocalCloud.DEFAULT_NAME;

        LocalCloud cloud(Shell shell) {
            try {
                return LocalCloud.named(name, shell.environment());
            } catch (IllegalArgumentException e) {
                throw Trouble.usage(e.getMessage() + ".", "");
            }
        }

        String environment() {
            return environment;
        }
    }

    /** Brings it up. */
    @Command(name = "up", mixinStandardHelpOptions = true, description = "Brings it to where it runs this checkout. What runs already stays, with its data.")
    static final class Up implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private CloudOptions options = new CloudOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Up(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            CloudStatus status;
            try (var progress = new PhaseProgress(shell)) {
                status = options.cloud(shell).up(CloudProject.tally(checkout(shell), options.environment()), progress);
            }
            if (output.isJson()) {
                shell.out().println(document(status).line());
            } else {
                printStatus(shell, status);
                shell.out().println("  For the aws command and others: eval \"$(tally local env)\"");
            }
            return Exit.OK;
        }
    }

    /** Ends it. */
    @Command(name = "down", mixinStandardHelpOptions = true, description = "Ends it, and forgets its data.")
    static final class Down implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private CloudOptions options = new CloudOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Down(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            boolean there = options.cloud(shell).down();
            if (output.isJson()) {
                shell.out().println(Json.object().put("ended", there).line());
            } else {
                shell.out()
                        .println(there ? "The local cloud is down, and its data gone." : "No local cloud was running.");
            }
            return Exit.OK;
        }
    }

    /** Prints its environment variables. */
    @Command(name = "env", mixinStandardHelpOptions = true, description = "Prints what a shell needs to talk to it: eval \"$$(tally local env)\"")
    static final class Env implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private CloudOptions options = new CloudOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Env(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            var environment = options.cloud(shell)
                    .environment(options.environment())
                    .orElseThrow(
                            () -> Trouble.notFound("No local cloud is running.", "tally local up starts it."));
            if (output.isJson()) {
                var variables = Json.object();
                environment.variables().forEach(variables::put);
                shell.out()
                        .println(Json.object().put("variables", variables).put("unset", environment.unset()).line());
            } else {
                shell.out().print(environment.exports());
            }
            return Exit.OK;
        }
    }

    /** Tells how it is. */
    @Command(name = "status", mixinStandardHelpOptions = true, description = "Tells whether it runs, and where. Exit code 3 if it does not.")
    static final class Status implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private CloudOptions options = new CloudOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();

        Status(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            var status = options.cloud(shell).status(options.environment());
            if (output.isJson()) {
                shell.out().println(document(status).line());
            } else {
                printStatus(shell, status);
            }
            return status.endpoint().isPresent() && status.deployed() ? Exit.OK : Exit.NOT_FOUND;
        }
    }

    /** Prints what the functions print. */
    @Command(name = "logs", mixinStandardHelpOptions = true, description = "Prints what its functions print, one JSON object a line.")
    static final class Logs implements Callable<Integer> {
        private final Shell shell;

        @Mixin
        private CloudOptions options = new CloudOptions();

        @Option(names = "--function", paramLabel = "NAME", description = "Only this one, such as indexer.")
        @Nullable
        private String function;

        @Option(names = {"-f", "--follow"}, description = "Goes on with what comes.")
        private boolean follow;

        Logs(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            options.cloud(shell).logs(Optional.ofNullable(function), follow, line -> {
                shell.out().println(line);
                if (follow) {
                    shell.out().flush();
                }
            });
            return Exit.OK;
        }
    }

    /** The checkout that the launcher belongs to. */
    static Path checkout(Shell shell) {
        return Optional.ofNullable(shell.environment().get("TALLY_HOME")).map(Path::of).orElse(shell.folder());
    }

    private static Json.Fields document(CloudStatus status) {
        var document = Json.object()
                .put("name", status.name())
                .put("up", status.isUp())
                .put("deployed", status.deployed());
        status.endpoint().ifPresent(endpoint -> document.put("endpoint", endpoint.toString()));
        status.emulator().ifPresent(part -> document.put("emulator", document(part)));
        status.host().ifPresent(part -> document.put("host", document(part)));
        var outputs = Json.object();
        new TreeMap<>(status.outputs()).forEach(outputs::put);
        return document.put("outputs", outputs).put("folder", status.folder().toString());
    }

    private static Json.Fields document(CloudStatus.Part part) {
        return Json.object().put("pid", part.pid()).put("port", part.port());
    }

    private static void printStatus(Shell shell, CloudStatus status) {
        if (status.endpoint().isEmpty()) {
            shell.out().println("The local cloud is down. To start it: tally local up");
            return;
        }
        boolean whole = status.isUp() || status.name().equals("external");
        shell.out()
                .println("The local cloud is "
                        + (whole
                                ? Style.GOOD.on("up", shell.terminal().colour())
                                : Style.BAD.on("up in part", shell.terminal().colour()))
                        + " at " + status.endpoint().get()
                        + (status.deployed() ? "." : "; nothing is deployed to it."));
        var now = shell.clock().instant();
        var table = new Table(Column.left("PART"), Column.right("PID"), Column.right("PORT"), Column.left("SINCE"));
        status.emulator()
                .ifPresent(part -> table.add(Cell.of("emulator"), Cell.of(Long.toString(part.pid())),
                        Cell.of(Integer.toString(part.port())), Cell.of(Human.ago(part.startedAt(), now))));
        status.host()
                .ifPresent(part -> table.add(Cell.of("function host"), Cell.of(Long.toString(part.pid())),
                        Cell.of(Integer.toString(part.port())), Cell.of(Human.ago(part.startedAt(), now))));
        if (!table.isEmpty()) {
            table.lines(shell.terminal()).forEach(line -> shell.out().println("  " + line));
        }
    }
}
