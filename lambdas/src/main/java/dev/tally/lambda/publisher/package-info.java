/** The publisher: puts each change of a delivery's status on the bus. */
@NullMarked
package dev.tally.lambda.publisher;

import org.jspecify.annotations.NullMarked;
