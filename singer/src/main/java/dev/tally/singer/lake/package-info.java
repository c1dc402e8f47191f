/** What lies in a lake: names of log files, the facts beside them, and the folder or bucket that keeps them. */
@NullMarked
package dev.tally.singer.lake;

import org.jspecify.annotations.NullMarked;
