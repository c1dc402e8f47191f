/** Benchmarks that print JSON lines. */
@NullMarked
package dev.tally.benchmark;

import org.jspecify.annotations.NullMarked;
