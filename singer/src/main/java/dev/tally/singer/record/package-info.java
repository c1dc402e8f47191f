/** The recorder: hands a tap's messages on as they are, and keeps them in a lake, whatever becomes of the tap, the target or itself. */
@NullMarked
package dev.tally.singer.record;

import org.jspecify.annotations.NullMarked;
