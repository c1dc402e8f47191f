/** Files as the tracker knows them: S3 objects, addressed by bucket, key and version. */
@NullMarked
package dev.tally.file;

import org.jspecify.annotations.NullMarked;
