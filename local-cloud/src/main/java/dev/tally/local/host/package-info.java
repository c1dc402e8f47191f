/**
 * The function host: one warm JVM that runs the Java functions deployed to a local cloud.
 *
 * <p>The emulator forwards each invocation with all that is known of the deployed function (its code archive, handler, environment, limits), so the host keeps no
 * configuration of its own: what runs is what is deployed.
 */
@NullMarked
package dev.tally.local.host;

import org.jspecify.annotations.NullMarked;
