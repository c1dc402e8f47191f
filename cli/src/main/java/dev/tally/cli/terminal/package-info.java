/**
 * What the command shows: colours, tables, times for people, and lines that move. Nothing here knows what a delivery is.
 */
@NullMarked
package dev.tally.cli.terminal;

import org.jspecify.annotations.NullMarked;
