/** The stacks of an environment. */
@NullMarked
package dev.tally.infra;

import org.jspecify.annotations.NullMarked;
