/** The indexer: takes in what S3 tells of files. */
@NullMarked
package dev.tally.lambda.indexer;

import org.jspecify.annotations.NullMarked;
