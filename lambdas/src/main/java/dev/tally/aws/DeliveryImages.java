package dev.tally.aws;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.delivery.Delivery;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/** Deliveries as the table's stream shows them: each attribute an object of its type and its value. */
public final class DeliveryImages {
    private DeliveryImages() {}

    /**
     * Reads the image of a delivery.
     *
     * @throws MalformedJsonException if it has an attribute of a type that no item of ours has
     * @throws CorruptItemException if it is not a delivery
     */
    public static Delivery read(JsonObject image) {
        return DeliveryItem.read(attributes(image));
    }

    private static Map<String, AttributeValue> attributes(JsonObject image) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        for (String name : image.names()) {
            attributes.put(name, attribute(image.needObject(name)));
        }
        return attributes;
    }

    private static AttributeValue attribute(JsonObject typed) {
        String type = String.join(" ", typed.names());
        return switch (type) {
            case "S" -> AttributeValue.fromS(typed.needText("S"));
            case "N" -> AttributeValue.fromN(typed.needText("N"));
            case "B" -> AttributeValue
                    .fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(typed.needText("B"))));
            case "BOOL" -> AttributeValue.fromBool(typed.flag("BOOL").orElse(false));
            case "SS" -> AttributeValue.fromSs(typed.texts("SS"));
            case "NS" -> AttributeValue.fromNs(typed.texts("NS"));
            case "M" -> AttributeValue.fromM(attributes(typed.needObject("M")));
            case "L" -> {
                List<AttributeValue> elements = new ArrayList<>();
                typed.objects("L").forEach(element -> elements.add(attribute(element)));
                yield AttributeValue.fromL(elements);
            }
            default -> throw new MalformedJsonException("No attribute of a delivery has the type " + type);
        };
    }
}
