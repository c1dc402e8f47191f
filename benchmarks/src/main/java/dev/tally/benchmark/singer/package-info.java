/** The Singer recorder beside what else passes bytes on: messages and bytes a second, time to the first message, peak heap. */
@NullMarked
package dev.tally.benchmark.singer;

import org.jspecify.annotations.NullMarked;
