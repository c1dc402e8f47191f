/**
 * Sends files to S3 and says which bytes arrived: every request body is in memory when it is hashed, so that what is hashed is
 * what is sent, also when it is sent again.
 */
@NullMarked
package dev.tally.cli.upload;

import org.jspecify.annotations.NullMarked;
