/** Fixity: sizes and checksums, and checking them. */
@NullMarked
package dev.tally.fixity;

import org.jspecify.annotations.NullMarked;
