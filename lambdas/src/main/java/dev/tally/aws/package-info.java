/** Adapters of the ports to AWS; no AWS type leaves this package. */
@NullMarked
package dev.tally.aws;

import org.jspecify.annotations.NullMarked;
