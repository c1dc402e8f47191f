/** Singer messages as bytes: where a line ends, and which message of which stream it is. */
@NullMarked
package dev.tally.singer;

import org.jspecify.annotations.NullMarked;
