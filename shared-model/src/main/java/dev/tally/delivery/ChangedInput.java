package dev.tally.delivery;

import java.time.Instant;

import dev.tally.file.FileRef;

/** A file that an attempt uses was found written again, or deleted; the first one of which that was found. */
public record ChangedInput(FileRef file, Instant at) {}
