/** Reading of JSON messages, streamed and without data binding, which costs a cold function half a second. */
@NullMarked
package dev.tally.json;

import org.jspecify.annotations.NullMarked;
