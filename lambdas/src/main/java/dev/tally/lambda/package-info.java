/** The functions, one package each; and here what they share: settings, logs, metrics, the frame around an invocation. */
@NullMarked
package dev.tally.lambda;

import org.jspecify.annotations.NullMarked;
