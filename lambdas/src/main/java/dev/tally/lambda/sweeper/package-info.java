/** The sweeper: goes through the open deliveries now and then, and helps those that stand still. */
@NullMarked
package dev.tally.lambda.sweeper;

import org.jspecify.annotations.NullMarked;
