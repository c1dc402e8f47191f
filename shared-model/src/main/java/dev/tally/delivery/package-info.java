/** The unit that is tracked: its identity, its life and who may change it. */
@NullMarked
package dev.tally.delivery;

import org.jspecify.annotations.NullMarked;
