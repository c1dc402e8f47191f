package dev.tally.cli;

import java.lang.reflect.Constructor;
import java.util.Optional;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import dev.tally.cli.terminal.Style;
import dev.tally.local.LocalCloudException;
import dev.tally.spelling.Spelling;

/** Parses a command line, runs its command, and turns what went wrong into a message and an exit code. */
final class CommandLineRunner {
    private CommandLineRunner() {}

    static int run(Shell shell, String... arguments) {
        int code = commandLine(shell, arguments).execute(arguments);
        shell.out().flush();
        shell.err().flush();
        return code;
    }

    private static CommandLine commandLine(Shell shell, String... arguments) {
        Ansi ansi = shell.terminal().colour() ? Ansi.ON : Ansi.OFF;
        return Commands.of(factory(shell), arguments)
                .setOut(shell.out())
                .setErr(shell.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .setUsageHelpWidth(Math.clamp(shell.terminal().columns(), 60, 120))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedSubcommandsAllowed(false)
                .setParameterExceptionHandler(wrongUsage(shell))
                .setExecutionExceptionHandler(trouble(shell));
    }

    /** Commands that need it get the shell through their constructor. */
    private static IFactory factory(Shell shell) {
        return new IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                Optional<Constructor<K>> constructor = takingShell(type);
                return constructor.isPresent()
                        ? constructor.get().newInstance(shell)
                        : CommandLine.defaultFactory().create(type);
            }
        };
    }

    private static <K> Optional<Constructor<K>> takingShell(Class<K> type) {
        try {
            return Optional.of(type.getDeclaredConstructor(Shell.class));
        } catch (NoSuchMethodException none) {
            return Optional.empty();
        }
    }

    private static IParameterExceptionHandler wrongUsage(Shell shell) {
        return (ParameterException e, String[] arguments) -> {
            complain(shell, String.valueOf(e.getMessage()));
            String command = e.getCommandLine().getCommandSpec().qualifiedName();
            shell.err()
                    .println("  " + meant(e).map(word -> "Did you mean: " + command + " " + word)
                            .orElse("Try: " + command + " --help"));
            return Exit.USAGE;
        };
    }

    /** The command or option that is nearest to what was typed. */
    private static Optional<String> meant(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        var spec = e.getCommandLine().getCommandSpec();
        String word = unmatched.getUnmatched().getFirst();
        return Spelling.nearest(word, word.startsWith("-") ? spec.optionsMap().keySet() : spec.subcommands().keySet());
    }

    private static IExecutionExceptionHandler trouble(Shell shell) {
        return (exception, commandLine, parsed) -> {
            if (exception instanceof Trouble trouble) {
                complain(shell, String.valueOf(trouble.getMessage()));
                trouble.advice().ifPresent(advice -> shell.err().println("  " + advice));
                return trouble.exit();
            }
            if (exception instanceof LocalCloudException local) {
                complain(shell, String.valueOf(local.getMessage()));
                return Exit.FAILED;
            }
            complain(shell, "This should not have happened: " + exception);
            if (shell.environment().containsKey("TALLY_DEBUG")) {
                exception.printStackTrace(shell.err());
            } else {
                shell.err().println("  With TALLY_DEBUG=1 in the environment it tells where.");
            }
            return Exit.FAILED;
        };
    }

    private static void complain(Shell shell, String message) {
        shell.out().flush();
        shell.err()
                .println(Style.BAD.on("tally:", shell.terminal().live() && shell.terminal().colour()) + " " + message);
    }
}
