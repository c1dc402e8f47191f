/** What a team announces: the members of a delivery, and the formats that say so. */
@NullMarked
package dev.tally.manifest;

import org.jspecify.annotations.NullMarked;
