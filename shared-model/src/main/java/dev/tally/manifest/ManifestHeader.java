package dev.tally.manifest;

import java.time.Duration;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;

/**
 * What a manifest and its dataset say beside the members.
 *
 * @param parameters a JSON object, for the job
 * @param deadline from the registration to the last file
 * @param archives whether the result goes to the archive
 */
public record ManifestHeader(DeliveryId delivery, String parameters, Optional<Duration> deadline, boolean archives) {}
