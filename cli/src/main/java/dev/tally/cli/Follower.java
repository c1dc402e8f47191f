package dev.tally.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.Step;
import dev.tally.cli.api.TallyApi;
import dev.tally.dataset.DeliveryId;

/**
 * Follows one revision of a delivery by asking again and again, and tells every change once, also those that passed between
 * two questions.
 */
final class Follower {
    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Shell shell;
    private final TallyApi api;
    private final DeliveryId id;
    private final Listener listener;
    private @Nullable String revision;
    private @Nullable Step told;
    private Duration pause = SHORTEST;

    /** Is told what a follower sees. */
    interface Listener {
        /** A step that was not told yet; the delivery may be further already. */
        void changed(Step step, DeliveryView delivery);

        /** Every look, after the changes that it showed. */
        void seen(DeliveryView delivery);
    }

    /** @param revision the revision to follow; the newest one at the first look if null */
    Follower(Shell shell, TallyApi api, DeliveryId id, @Nullable String revision, Listener listener) {
        this.shell = shell;
        this.api = api;
        this.id = id;
        this.revision = revision;
        this.listener = listener;
    }

    /**
     * Goes on until enough is seen, or the time is over.
     *
     * @param grace how long the delivery may take to appear
     * @return the delivery as it was seen last
     * @throws Trouble if it does not appear
     */
    DeliveryView until(Predicate<DeliveryView> enough, Duration limit, Duration grace) {
        Instant end = later(limit);
        DeliveryView seen = appearing(grace);
        while (true) {
            tell(seen);
            if (enough.test(seen) || !shell.clock().instant().isBefore(end)) {
                return seen;
            }
            sleep();
            seen = Deliveries.get(api, id, revision);
        }
    }

    private DeliveryView appearing(Duration grace) {
        Instant end = later(grace);
        Optional<DeliveryView> found = Deliveries.find(api, id, revision);
        while (found.isEmpty() && shell.clock().instant().isBefore(end)) {
            sleep();
            found = Deliveries.find(api, id, revision);
        }
        pause = SHORTEST;
        return found.orElseGet(() -> Deliveries.get(api, id, revision));
    }

    private Instant later(Duration duration) {
        return shell.clock().instant().plus(duration);
    }

    private void tell(DeliveryView delivery) {
        revision = delivery.revision();
        List<Step> history = delivery.history();
        // Unmodifiable lists do not take the question for null.
        int known = told == null ? 0 : history.lastIndexOf(told) + 1;
        for (Step step : history.subList(known, history.size())) {
            listener.changed(step, delivery);
            told = step;
            pause = SHORTEST;
        }
        listener.seen(delivery);
    }

    private void sleep() {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Trouble.failed("Interrupted.", "");
        }
        var longer = pause.multipliedBy(3).dividedBy(2);
        pause = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    }
}
