/** The services that Tally calls, in memory: they answer as AWS does, and count what AWS would charge. */
@NullMarked
package dev.tally.benchmark.metered;

import org.jspecify.annotations.NullMarked;
