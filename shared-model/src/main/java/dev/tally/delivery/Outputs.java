package dev.tally.delivery;

import dev.tally.file.FileRef;

/**
 * What an attempt's job wrote.
 *
 * @param manifest a list of it as JSON lines, like a resolved manifest
 * @param count files
 * @param bytes of all files
 */
public record Outputs(FileRef manifest, long count, long bytes) {}
