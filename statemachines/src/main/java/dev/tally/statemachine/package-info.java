/** The state machines, as resources of this package. */
@NullMarked
package dev.tally.statemachine;

import org.jspecify.annotations.NullMarked;
