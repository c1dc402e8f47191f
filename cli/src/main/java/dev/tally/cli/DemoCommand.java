package dev.tally.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.local.CloudProject;
import dev.tally.local.LocalCloud;

/** Shows a delivery from its first file to the archive. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = {
    "Shows a delivery from its first file to the archive, on a local cloud that it brings up.",
    "Exit code 0 only if the delivery was archived."})
final class DemoCommand implements Callable<Integer> {
    private static final String ENVIRONMENT = "dev";
    private static final int MOST_FILES = 99;

    private final Shell shell;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--files", paramLabel = "N", defaultValue = "40", description = "So many images, 2 to 99; 40 is the default.")
    private int files;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (files < 2 || files > MOST_FILES) {
            throw Trouble.usage("--files is 2 to " + MOST_FILES + ", not " + files + ".", "");
        }
        var story = new DemoStory(shell, output.isJson());
        var checkout = LocalCommand.checkout(shell);
        story.chapter("A cloud on this machine");
        try (var progress = new PhaseProgress(shell)) {
            LocalCloud.named(LocalCloud.DEFAULT_NAME, shell.environment())
                    .up(CloudProject.tally(checkout, ENVIRONMENT), progress);
        }
        var target = ApiOptions.runningLocally(shell)
                .orElseThrow(() -> Trouble.failed("The local cloud came up without an API.", "tally local status"));
        story.tell("It is up, with Tally's stacks and a team's own job: the function tally-dev-quicklook.");
        return new Demo(shell, target, story, checkout.resolve(".tally/demo"), files).run();
    }
}
