/** The root of Tally's failures; everything else lives in the packages below, one per concern. */
@NullMarked
package dev.tally;

import org.jspecify.annotations.NullMarked;
