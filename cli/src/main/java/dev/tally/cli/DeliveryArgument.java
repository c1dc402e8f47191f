package dev.tally.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import dev.tally.dataset.DeliveryId;

/** Reads {@code <dataset>/<name>}. */
final class DeliveryArgument implements ITypeConverter<DeliveryId> {
    static final String LABEL = "DATASET/NAME";

    @Override
    public DeliveryId convert(String text) {
        try {
            return DeliveryId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
