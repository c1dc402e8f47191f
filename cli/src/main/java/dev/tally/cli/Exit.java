package dev.tally.cli;

/** The exit codes of every command; docs/cli.md lists them for people. */
public final class Exit {

    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int NOT_FOUND = 3;
    public static final int INCOMPLETE = 4;
    public static final int DELIVERY_FAILED = 5;
    public static final int DELIVERY_REJECTED = 6;
    public static final int DELIVERY_SUPERSEDED = 7;
    public static final int DELIVERY_WITHDRAWN = 8;

    private Exit() {}
}
