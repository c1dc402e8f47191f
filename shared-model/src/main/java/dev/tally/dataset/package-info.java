/** The configured streams of deliveries. */
@NullMarked
package dev.tally.dataset;

import org.jspecify.annotations.NullMarked;
