/** What people do to deliveries through the API: reprocess them, withdraw them. */
@NullMarked
package dev.tally.lambda.intervention;

import org.jspecify.annotations.NullMarked;
