/** Sizes and checksums: their names, their texts and their comparison. */
@NullMarked
package dev.tally.fixity;

import org.jspecify.annotations.NullMarked;
