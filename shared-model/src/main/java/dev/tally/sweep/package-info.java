/** The second net: what stands still although nothing waits for it is put on its way again. */
@NullMarked
package dev.tally.sweep;

import org.jspecify.annotations.NullMarked;
