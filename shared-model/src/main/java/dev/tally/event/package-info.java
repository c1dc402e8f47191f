/** What Tally announces on its event bus. */
@NullMarked
package dev.tally.event;

import org.jspecify.annotations.NullMarked;
