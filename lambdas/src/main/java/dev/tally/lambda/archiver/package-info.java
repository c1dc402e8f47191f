/** Copies processed deliveries to the archive, version by version, makes sure of each copy, and seals them. */
@NullMarked
package dev.tally.lambda.archiver;

import org.jspecify.annotations.NullMarked;
