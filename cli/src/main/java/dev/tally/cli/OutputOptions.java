package dev.tally.cli;

import java.util.Locale;

import picocli.CommandLine.Option;

/** How a command prints its result. */
public final class OutputOptions {
    enum Format {
        HUMAN, JSON;

        /** As people type it, and as help and completion show it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "human", description = "How to print the result: ${COMPLETION-CANDIDATES}; human is the default.")
    private Format format = Format.HUMAN;

    public boolean isJson() {
        return format == Format.JSON;
    }
}
