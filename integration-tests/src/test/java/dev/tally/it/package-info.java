/** The product end to end, through its public surface only. */
@NullMarked
package dev.tally.it;

import org.jspecify.annotations.NullMarked;
