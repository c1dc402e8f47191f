/** Makes sure of the files of a run, in the very versions that it uses, before the job sees them. */
@NullMarked
package dev.tally.lambda.verifier;

import org.jspecify.annotations.NullMarked;
