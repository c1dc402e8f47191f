/** What the launcher runs once for each build so that the command starts fast. No command needs it. */
@NullMarked
package dev.tally.cli.startup;

import org.jspecify.annotations.NullMarked;
