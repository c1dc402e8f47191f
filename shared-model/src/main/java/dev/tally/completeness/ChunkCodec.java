package dev.tally.completeness;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

/**
 * Members as bytes. A chunk is a raw deflate stream (RFC 1951) of
 *
 * <pre>
 *   chunk    = version(1) index(varint) text(bucket) text(base) member*
 *   member   = flags(1) text(path) [text(bucket) text(key)] [size(varint)] [text(role)] count(1) checksum*
 *   checksum = algorithm(1) digest
 *   text     = length(varint) UTF-8
 * </pre>
 *
 * where flags say whether the member is required, has a size, has a role, and lies elsewhere than at {@code base/path}
 * of {@code bucket}. Digests stay as they are, since they cannot be compressed: 32 bytes for a SHA-256.
 */
public final class ChunkCodec {
    private static final int VERSION = 1;
    private static final int REQUIRED = 1;
    private static final int SIZED = 2;
    private static final int ROLE = 4;
    private static final int ELSEWHERE = 8;

    private ChunkCodec() {}

    /**
     * Begins a chunk whose members mostly lie at {@code home.key() + path} in the bucket of {@code home}.
     */
    static byte[] encode(int index, FileRef home, List<byte[]> members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            out.writeByte(VERSION);
            writeNumber(out, index);
            writeText(out, home.bucket());
            writeText(out, home.key());
            for (byte[] member : members) {
                out.write(member);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /** One member, relative to a home. */
    static byte[] encode(Member member, FileRef home) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(96);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            FileRef file = member.file();
            boolean elsewhere = !file.bucket().equals(home.bucket()) || !file.key().equals(home.key() + member.path());
            out.writeByte((member.required() ? REQUIRED : 0) | (member.fixity().size().isPresent() ? SIZED : 0)
                    | (member.role().isPresent() ? ROLE : 0) | (elsewhere ? ELSEWHERE : 0));
            writeText(out, member.path());
            if (elsewhere) {
                writeText(out, file.bucket());
                writeText(out, file.key());
            }
            if (member.fixity().size().isPresent()) {
                writeNumber(out, member.fixity().size().getAsLong());
            }
            if (member.role().isPresent()) {
                writeText(out, member.role().get());
            }
            out.writeByte(member.fixity().checksums().size());
            for (Checksum checksum : member.fixity().checksums()) {
                out.writeByte(checksum.algorithm().code());
                out.write(checksum.bytes());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a chunk.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    public static Chunk decode(byte[] encoded) {
        Inflater inflater = new Inflater(true);
        try (DataInputStream in = new DataInputStream(
                new InflaterInputStream(new ByteArrayInputStream(encoded), inflater))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("A chunk of version " + version + "; this Tally reads " + VERSION);
            }
            int index = Math.toIntExact(readNumber(in));
            String bucket = readText(in);
            String base = readText(in);
            List<Member> members = new ArrayList<>();
            for (int flags = in.read(); flags >= 0; flags = in.read()) {
                members.add(readMember(in, flags, bucket, base));
            }
            return new Chunk(index, members);
        } catch (IOException broken) {
            throw new IllegalArgumentException("Not a chunk: " + broken.getMessage(), broken);
        } finally {
            inflater.end();
        }
    }

    private static Member readMember(DataInputStream in, int flags, String bucket, String base) throws IOException {
        String path = readText(in);
        FileRef file = (flags & ELSEWHERE) != 0
                ? new FileRef(readText(in), readText(in))
                : new FileRef(bucket, base + path);
        OptionalLong size = (flags & SIZED) != 0 ? OptionalLong.of(readNumber(in)) : OptionalLong.empty();
        Optional<String> role = (flags & ROLE) != 0 ? Optional.of(readText(in)) : Optional.empty();
        int count = in.readUnsignedByte();
        List<Checksum> checksums = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(in.readUnsignedByte())
                    .orElseThrow(() -> new IOException("an algorithm that this Tally does not know"));
            checksums.add(Checksum.of(algorithm, readBytes(in, algorithm.length())));
        }
        return new Member(path, file, new Fixity(size, checksums), role, (flags & REQUIRED) != 0);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeNumber(out, utf8.length);
        out.write(utf8);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in, Math.toIntExact(readNumber(in))), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("it ends within a member");
        }
        return bytes;
    }

    private static void writeNumber(DataOutputStream out, long number) throws IOException {
        long rest = number;
        while (rest >= 0x80) {
            out.writeByte((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    private static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int next = in.readUnsignedByte();
            number |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw new IOException("a number is longer than 63 bits");
    }
}
