/** Words that people type: what they may have meant, and how to quote them in a message. */
@NullMarked
package dev.tally.spelling;

import org.jspecify.annotations.NullMarked;
