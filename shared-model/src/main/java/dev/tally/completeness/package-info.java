/** How the tracker decides that a delivery is complete. */
@NullMarked
package dev.tally.completeness;

import org.jspecify.annotations.NullMarked;
