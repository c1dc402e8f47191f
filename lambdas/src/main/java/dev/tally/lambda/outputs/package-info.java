/** Records what a job wrote. */
@NullMarked
package dev.tally.lambda.outputs;

import org.jspecify.annotations.NullMarked;
