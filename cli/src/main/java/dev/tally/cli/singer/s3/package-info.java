/** Singer lakes in S3, and the data files there that BATCH messages name. */
@NullMarked
package dev.tally.cli.singer.s3;

import org.jspecify.annotations.NullMarked;
