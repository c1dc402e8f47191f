/** The API's reads: what is known of datasets, deliveries, members and files. */
@NullMarked
package dev.tally.lambda.api;

import org.jspecify.annotations.NullMarked;
