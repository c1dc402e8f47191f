/** Files of S3: where one is, what its events say, and in which order they happened. */
@NullMarked
package dev.tally.file;

import org.jspecify.annotations.NullMarked;
