package dev.tally.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

import dev.tally.cli.api.DeliveryView.Status;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;

/** How statuses and instants look to people, everywhere alike. */
final class StatusText {
    private static final DateTimeFormatter DATE_AND_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss",
            Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private StatusText() {}

    static Style style(Status status) {
        return switch (status) {
            case WAITING -> Style.WAITING;
            case COMPLETE, PROCESSING -> Style.BUSY;
            case PROCESSED, ARCHIVED -> Style.GOOD;
            case FAILED, REJECTED -> Style.BAD;
            case SUPERSEDED, WITHDRAWN -> Style.DIM;
        };
    }

    /** In the zone of this machine. */
    static String dateAndTime(Instant instant) {
        return DATE_AND_TIME.format(instant.atZone(ZoneId.systemDefault()));
    }

    /** In the zone of this machine. */
    static String time(Instant instant) {
        return TIME.format(instant.atZone(ZoneId.systemDefault()));
    }

    /** What a person can do about a delivery that ended so, if there is something. */
    static Optional<String> advice(Shell shell, Status status, String id) {
        return status == Status.FAILED
                ? Optional.of("When that is mended: " + shell.command() + " reprocess " + Printable.of(id))
                : Optional.empty();
    }

    /** The exit code that tells how a delivery stands, once nothing more is waited for. */
    static int exit(Status status, boolean ended) {
        return switch (status) {
            case ARCHIVED -> Exit.OK;
            case PROCESSED -> ended ? Exit.OK : Exit.INCOMPLETE;
            case WAITING, COMPLETE, PROCESSING -> Exit.INCOMPLETE;
            case FAILED -> Exit.DELIVERY_FAILED;
            case REJECTED -> Exit.DELIVERY_REJECTED;
            case SUPERSEDED -> Exit.DELIVERY_SUPERSEDED;
            case WITHDRAWN -> Exit.DELIVERY_WITHDRAWN;
        };
    }
}
