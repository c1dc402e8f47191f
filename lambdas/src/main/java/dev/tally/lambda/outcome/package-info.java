/** Takes in what became of runs: the one function by which state machines change deliveries. */
@NullMarked
package dev.tally.lambda.outcome;

import org.jspecify.annotations.NullMarked;
