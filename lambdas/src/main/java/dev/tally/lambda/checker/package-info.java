/** The checker: does what the check queue asks for. */
@NullMarked
package dev.tally.lambda.checker;

import org.jspecify.annotations.NullMarked;
