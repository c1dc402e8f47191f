/** Objects of S3 as functions see them: ports, the lines of resolved manifests, and reading by pieces. */
@NullMarked
package dev.tally.storage;

import org.jspecify.annotations.NullMarked;
