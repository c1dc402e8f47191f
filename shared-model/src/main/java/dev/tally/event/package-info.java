/** Events: what goes out when a delivery changes. */
@NullMarked
package dev.tally.event;

import org.jspecify.annotations.NullMarked;
