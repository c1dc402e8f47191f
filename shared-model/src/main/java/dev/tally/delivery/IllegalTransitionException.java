package dev.tally.delivery;

import dev.tally.TallyException;

/** A transition that cannot happen in that status, whatever the order of messages: a defect of the caller. */
public final class IllegalTransitionException extends TallyException {
    private static final long serialVersionUID = 1L;

    IllegalTransitionException(Delivery delivery, Transition transition) {
        super(delivery.key() + " is " + delivery.life().status() + " in attempt " + delivery.life().attempt()
                + ", which allows no " + transition);
    }
}
