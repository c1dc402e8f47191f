/** The Singer lake between real taps and targets. */
@NullMarked
package dev.tally.it.singer;

import org.jspecify.annotations.NullMarked;
