/** The functions, one package each. */
@NullMarked
package dev.tally.lambda;

import org.jspecify.annotations.NullMarked;
