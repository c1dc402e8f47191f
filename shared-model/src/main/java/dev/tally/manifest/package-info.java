/** Manifests: what a delivery announces, and the formats in which it does. */
@NullMarked
package dev.tally.manifest;

import org.jspecify.annotations.NullMarked;
