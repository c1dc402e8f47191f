/** Log files as manifests, for the tracker. */
@NullMarked
package dev.tally.singer.manifest;

import org.jspecify.annotations.NullMarked;
