package dev.tally.dataset;

import java.util.Optional;

/** Who answers for a dataset. */
public record Owner(String name, Optional<String> email) {
    public Owner {
        Rules.hold(Rules.label(name));
        email.ifPresent(address -> Rules.hold(Rules.email(address)));
    }
}
