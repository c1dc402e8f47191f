/** How long it takes from the last file to the start of its job, beside the least that it could take. */
@NullMarked
package dev.tally.benchmark.latency;

import org.jspecify.annotations.NullMarked;
