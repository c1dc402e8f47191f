/** The watched-member protocol: deciding, once, that a delivery is all there. */
@NullMarked
package dev.tally.completeness;

import org.jspecify.annotations.NullMarked;
