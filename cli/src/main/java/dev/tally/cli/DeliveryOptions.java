package dev.tally.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.TallyApi;
import dev.tally.dataset.DeliveryId;

/** Which delivery a command is about, and which of its revisions. */
final class DeliveryOptions {
    @Parameters(paramLabel = "DATASET/NAME", converter = Converter.class, description = "The delivery.")
    private DeliveryId id;

    @Option(names = "--revision", paramLabel = "REVISION", description = "An older revision; the newest is the default.")
    @Nullable
    private String revision;

    DeliveryId id() {
        return id;
    }

    /** The revision that is meant; the newest if null. */
    @Nullable
    String revision() {
        return revision;
    }

    /** @throws Trouble if there is no such delivery */
    DeliveryView get(TallyApi api) {
        return Deliveries.get(api, id, revision);
    }

    /** Reads {@code <dataset>/<name>}. */
    static final class Converter implements ITypeConverter<DeliveryId> {
        @Override
        public DeliveryId convert(String text) {
            try {
                return DeliveryId.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
