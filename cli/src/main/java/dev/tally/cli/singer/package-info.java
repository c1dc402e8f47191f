/** Singer streams: recording them into a lake, and what can be done with it. */
@NullMarked
package dev.tally.cli.singer;

import org.jspecify.annotations.NullMarked;
