package dev.tally.aws;

import java.util.Map;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.TallyException;

/** An item of the table is not as this version of Tally writes it. */
public final class CorruptItemException extends TallyException {
    private static final long serialVersionUID = 1L;

    CorruptItemException(Map<String, AttributeValue> item, String attribute) {
        super("Item " + item.get(Keys.PK) + " / " + item.get(Keys.SK) + " has no usable attribute \"" + attribute
                + '"');
    }
}
