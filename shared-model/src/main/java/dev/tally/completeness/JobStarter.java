package dev.tally.completeness;

import dev.tally.delivery.Delivery;

/** Port: starting the execution of an attempt. */
public interface JobStarter {
    /**
     * Starts the attempt's execution under a name that is made of delivery, revision and attempt alone, with an input
     * made of the stored delivery alone; if there is or was one of that name, that is it.
     *
     * @return the execution's identifier
     */
    String start(Delivery delivery);
}
