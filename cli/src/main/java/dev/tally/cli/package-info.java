/** The {@code tally} command: its entry point, what its commands share, and how it ends. */
@NullMarked
package dev.tally.cli;

import org.jspecify.annotations.NullMarked;
