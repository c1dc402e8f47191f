/** Tally's API as the command sees it: where it is, signed requests, and its answers as records. */
@NullMarked
package dev.tally.cli.api;

import org.jspecify.annotations.NullMarked;
