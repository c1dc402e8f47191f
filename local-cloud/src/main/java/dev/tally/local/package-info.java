/** A whole local cloud on one machine. */
@NullMarked
package dev.tally.local;

import org.jspecify.annotations.NullMarked;
