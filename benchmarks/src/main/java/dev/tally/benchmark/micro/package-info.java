/** The hot paths by themselves, measured with JMH. */
@NullMarked
package dev.tally.benchmark.micro;

import org.jspecify.annotations.NullMarked;
