package dev.tally.cli;

/** Where the {@code tally} command begins. */
public final class Main {
    private Main() {}

    static void main(String[] arguments) {
        System.exit(CommandLineRunner.run(Shell.ofProcess(), arguments));
    }
}
