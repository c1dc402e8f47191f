/** Gives the messages of a lake to targets again: in order to one, or in parallel to several. */
@NullMarked
package dev.tally.singer.replay;

import org.jspecify.annotations.NullMarked;
