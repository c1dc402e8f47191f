/** Reads logs whole, and finds out what is in them and what is wrong with them. */
@NullMarked
package dev.tally.singer.read;

import org.jspecify.annotations.NullMarked;
