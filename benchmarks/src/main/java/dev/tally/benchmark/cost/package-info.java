/** What the tracking of files costs: the product's own code on services that count. */
@NullMarked
package dev.tally.benchmark.cost;

import org.jspecify.annotations.NullMarked;
