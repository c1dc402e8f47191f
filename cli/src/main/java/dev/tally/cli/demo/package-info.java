/** What {@code tally demo} sends: a night of small images, made here and the same every time. */
@NullMarked
package dev.tally.cli.demo;

import org.jspecify.annotations.NullMarked;
