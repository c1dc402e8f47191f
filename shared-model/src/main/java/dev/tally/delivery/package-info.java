/** Deliveries: what one manifest announces, their revisions, attempts and status. */
@NullMarked
package dev.tally.delivery;

import org.jspecify.annotations.NullMarked;
