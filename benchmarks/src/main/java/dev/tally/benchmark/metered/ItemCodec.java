package dev.tally.benchmark.metered;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as bytes, so that a table can be kept outside the heap that is measured. */
final class ItemCodec {
    private ItemCodec() {}

    static byte[] encode(Map<String, AttributeValue> item) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writeMap(out, item);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    static Map<String, AttributeValue> decode(byte[] encoded) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
            return readMap(in);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Reading from memory", impossible);
        }
    }

    private static void writeMap(DataOutputStream out, Map<String, AttributeValue> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, AttributeValue> attribute : map.entrySet()) {
            writeText(out, attribute.getKey());
            write(out, attribute.getValue());
        }
    }

    private static void write(DataOutputStream out, AttributeValue value) throws IOException {
        out.writeUTF(value.type().name());
        switch (value.type()) {
            case S -> writeText(out, value.s());
            case N -> writeText(out, value.n());
            case B -> writeBytes(out, value.b().asByteArrayUnsafe());
            case BOOL -> out.writeBoolean(value.bool());
            case NUL -> out.writeBoolean(value.nul());
            case SS -> writeTexts(out, value.ss());
            case NS -> writeTexts(out, value.ns());
            case L -> {
                out.writeInt(value.l().size());
                for (AttributeValue element : value.l()) {
                    write(out, element);
                }
            }
            case M -> writeMap(out, value.m());
            case BS, UNKNOWN_TO_SDK_VERSION -> throw new UnsupportedOperationException("Type " + value.type());
        }
    }

    private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static Map<String, AttributeValue> readMap(DataInputStream in) throws IOException {
        int size = in.readInt();
        Map<String, AttributeValue> map = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            map.put(readText(in), read(in));
        }
        return map;
    }

    private static AttributeValue read(DataInputStream in) throws IOException {
        return switch (AttributeValue.Type.valueOf(in.readUTF())) {
            case S -> AttributeValue.fromS(readText(in));
            case N -> AttributeValue.fromN(readText(in));
            case B -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(readBytes(in)));
            case BOOL -> AttributeValue.fromBool(in.readBoolean());
            case NUL -> AttributeValue.fromNul(in.readBoolean());
            case SS -> AttributeValue.fromSs(readTexts(in));
            case NS -> AttributeValue.fromNs(readTexts(in));
            case L -> {
                List<AttributeValue> elements = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    elements.add(read(in));
                }
                yield AttributeValue.fromL(elements);
            }
            case M -> AttributeValue.fromM(readMap(in));
            case BS, UNKNOWN_TO_SDK_VERSION -> throw new UnsupportedOperationException("Never written");
        };
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(readText(in));
        }
        return texts;
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
