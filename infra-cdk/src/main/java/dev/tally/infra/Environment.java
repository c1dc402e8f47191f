package dev.tally.infra;

import dev.tally.dataset.Catalog;

/** One environment: how it is deployed, and the datasets that it tracks. */
record Environment(Deployment deployment, Catalog catalog) {

    String name() {
        return catalog.environment();
    }

    /** The name of a resource that people call by name: a function, a state machine, the API, the bus' own resources. */
    String resource(String shortName) {
        return "tally-" + name() + "-" + shortName;
    }
}
