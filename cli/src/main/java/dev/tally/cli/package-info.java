/** The {@code tally} command. */
@NullMarked
package dev.tally.cli;

import org.jspecify.annotations.NullMarked;
