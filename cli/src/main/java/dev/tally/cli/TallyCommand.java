package dev.tally.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; what it does is in its subcommands, which {@link CommandLineRunner} adds. */
@Command(name = "tally", mixinStandardHelpOptions = true, versionProvider = TallyCommand.Version.class, synopsisSubcommandLabel = "COMMAND", description = {
    "Keeps the tally of deliveries of files to S3.",
    ""})
final class TallyCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: a command is missing.");
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = TallyCommand.class.getPackage().getImplementationVersion();
            return new String[]{"tally " + (version == null ? "development" : version),
                "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")"};
        }
    }
}
