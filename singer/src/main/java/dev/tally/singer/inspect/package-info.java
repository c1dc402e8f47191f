/** Tells what is in a lake, what is wrong with it, and what of it may go. */
@NullMarked
package dev.tally.singer.inspect;

import org.jspecify.annotations.NullMarked;
