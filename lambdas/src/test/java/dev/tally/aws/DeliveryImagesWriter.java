package dev.tally.aws;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.delivery.Delivery;
import dev.tally.lambda.Invoked;

/** Deliveries as the table's stream shows them. */
public final class DeliveryImagesWriter {
    private DeliveryImagesWriter() {}

    public static String write(Delivery delivery) {
        return write(DeliveryItem.write(delivery));
    }

    private static String write(Map<String, AttributeValue> attributes) {
        return attributes.entrySet()
                .stream()
                .map(entry -> Invoked.quoted(entry.getKey()) + ":" + write(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String write(AttributeValue value) {
        return switch (value.type()) {
            case S -> "{\"S\":" + Invoked.quoted(value.s()) + "}";
            case N -> "{\"N\":\"" + value.n() + "\"}";
            case BOOL -> "{\"BOOL\":" + value.bool() + "}";
            case NS -> "{\"NS\":" + value.ns().stream().map(Invoked::quoted).toList() + "}";
            case SS -> "{\"SS\":" + value.ss().stream().map(Invoked::quoted).toList() + "}";
            case L -> "{\"L\":" + list(value.l()) + "}";
            case M -> "{\"M\":" + write(value.m()) + "}";
            case B -> "{\"B\":\"" + Base64.getEncoder().encodeToString(value.b().asByteArray()) + "\"}";
            case BS, NUL, UNKNOWN_TO_SDK_VERSION -> throw new AssertionError("No delivery has " + value);
        };
    }

    private static String list(List<AttributeValue> values) {
        return values.stream().map(DeliveryImagesWriter::write).collect(Collectors.joining(",", "[", "]"));
    }
}
