package dev.tally.cli;

import picocli.CommandLine.Option;

/** How many of a list are shown at most. */
final class LimitOption {
    /** What the API gives at once. */
    private static final int LARGEST_PAGE = 1000;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many; ${DEFAULT-VALUE} is the default.")
    private int limit;

    LimitOption(int usual) {
        this.limit = usual;
    }

    /** @throws Trouble if it is less than 1 */
    int get() {
        if (limit < 1) {
            throw Trouble.usage("--limit is 1 or more, not " + limit + ".", "");
        }
        return limit;
    }

    /** How many to ask for when so many are there. */
    int page(int there) {
        return Math.min(limit - there, LARGEST_PAGE);
    }

    void tellThatThereAreMore(Shell shell) {
        shell.err().println("There are more; --limit " + limit * 2L + " shows them.");
    }
}
