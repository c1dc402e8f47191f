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
import java.util.Arrays;
import java.util.Comparator;
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
 * Members as few bytes: sorted by path, what can be compressed in columns, digests, which cannot, as they are.
 *
 * <pre>
 *   members = version(1) length(varint) deflated(length) digest*
 *   deflated, raw (RFC 1951) = text(bucket) text(folder) count(varint) column(flags) column(path)
 *             column(place of those elsewhere) column(size) column(role) column(algorithms)
 *   flags   = required 1 | has a size 2 | has a role 4 | is elsewhere than at folder/path of the bucket 8
 *   path    = bytes shared with the path before(varint) text(rest)
 *   place   = text(bucket) text(key)
 *   algorithms = count(1) code(1)*
 *   text    = length(varint) UTF-8
 * </pre>
 */
final class ChunkCodec {
    private static final int VERSION = 1;
    private static final int REQUIRED = 1;
    private static final int SIZED = 2;
    private static final int ROLE = 4;
    private static final int ELSEWHERE = 8;

    private ChunkCodec() {}

    /**
     * Writes members.
     *
     * @param home where most of them are: a folder, its key ending in a slash
     */
    static byte[] encode(FileRef home, List<Member> members) {
        List<Member> sorted = members.stream().sorted(Comparator.comparing(Member::path)).toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            byte[] columns = columns(home, sorted);
            out.writeByte(VERSION);
            writeNumber(out, columns.length);
            out.write(columns);
            for (Member member : sorted) {
                for (Checksum checksum : member.fixity().checksums()) {
                    out.write(checksum.bytes());
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] columns(FileRef home, List<Member> members) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            writeText(out, home.bucket());
            writeText(out, home.key());
            writeNumber(out, members.size());
            for (Member member : members) {
                out.writeByte(flags(member, home));
            }
            writePaths(out, members);
            for (Member member : members) {
                if ((flags(member, home) & ELSEWHERE) != 0) {
                    writeText(out, member.file().bucket());
                    writeText(out, member.file().key());
                }
            }
            for (Member member : members) {
                if (member.fixity().size().isPresent()) {
                    writeNumber(out, member.fixity().size().getAsLong());
                }
            }
            for (Member member : members) {
                if (member.role().isPresent()) {
                    writeText(out, member.role().get());
                }
            }
            for (Member member : members) {
                out.writeByte(member.fixity().checksums().size());
                for (Checksum checksum : member.fixity().checksums()) {
                    out.writeByte(checksum.algorithm().code());
                }
            }
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static int flags(Member member, FileRef home) {
        FileRef file = member.file();
        boolean elsewhere = !file.bucket().equals(home.bucket()) || !file.key().equals(home.key() + member.path());
        return (member.required() ? REQUIRED : 0) | (member.fixity().size().isPresent() ? SIZED : 0)
                | (member.role().isPresent() ? ROLE : 0) | (elsewhere ? ELSEWHERE : 0);
    }

    private static void writePaths(DataOutputStream out, List<Member> members) throws IOException {
        byte[] before = {};
        for (Member member : members) {
            byte[] path = member.path().getBytes(StandardCharsets.UTF_8);
            int mismatch = Arrays.mismatch(before, path);
            int shared = mismatch < 0 ? path.length : mismatch;
            writeNumber(out, shared);
            writeNumber(out, path.length - shared);
            out.write(path, shared, path.length - shared);
            before = path;
        }
    }

    /**
     * Reads members, in the order of their paths.
     *
     * @throws IllegalArgumentException if the bytes are not what {@link #encode} writes
     */
    static List<Member> decode(byte[] encoded) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("Members of version " + version + "; this Tally reads " + VERSION);
            }
            byte[] columns = readBytes(in, readLength(in));
            List<Member> members = members(columns, in);
            if (in.read() >= 0) {
                throw new IllegalArgumentException("There is more behind the members' digests");
            }
            return members;
        } catch (IOException broken) {
            throw new IllegalArgumentException("Not a list of members: " + broken.getMessage(), broken);
        }
    }

    private static List<Member> members(byte[] columns, DataInputStream digests) throws IOException {
        Inflater inflater = new Inflater(true);
        try (DataInputStream in = new DataInputStream(
                new InflaterInputStream(new ByteArrayInputStream(columns), inflater))) {
            FileRef home = new FileRef(readText(in), readText(in));
            byte[] flags = readBytes(in, readLength(in));
            List<String> paths = readPaths(in, flags.length);
            List<FileRef> files = new ArrayList<>(flags.length);
            for (int i = 0; i < flags.length; i++) {
                files.add((flags[i] & ELSEWHERE) != 0
                        ? new FileRef(readText(in), readText(in))
                        : new FileRef(home.bucket(), home.key() + paths.get(i)));
            }
            List<OptionalLong> sizes = new ArrayList<>(flags.length);
            for (byte flag : flags) {
                sizes.add((flag & SIZED) != 0 ? OptionalLong.of(readNumber(in)) : OptionalLong.empty());
            }
            List<Optional<String>> roles = new ArrayList<>(flags.length);
            for (byte flag : flags) {
                roles.add((flag & ROLE) != 0 ? Optional.of(readText(in)) : Optional.empty());
            }
            List<Member> members = new ArrayList<>(flags.length);
            for (int i = 0; i < flags.length; i++) {
                Fixity fixity = new Fixity(sizes.get(i), readChecksums(in, digests));
                members.add(new Member(paths.get(i), files.get(i), fixity, roles.get(i), (flags[i] & REQUIRED) != 0));
            }
            return members;
        } finally {
            inflater.end();
        }
    }

    private static List<String> readPaths(DataInputStream in, int count) throws IOException {
        List<String> paths = new ArrayList<>(count);
        byte[] path = {};
        for (int i = 0; i < count; i++) {
            int shared = readLength(in);
            byte[] rest = readBytes(in, readLength(in));
            if (shared > path.length) {
                throw new IOException("a path shares more than there is");
            }
            path = Arrays.copyOf(path, shared + rest.length);
            System.arraycopy(rest, 0, path, shared, rest.length);
            paths.add(new String(path, StandardCharsets.UTF_8));
        }
        return paths;
    }

    private static List<Checksum> readChecksums(DataInputStream in, DataInputStream digests) throws IOException {
        int count = in.readUnsignedByte();
        List<Checksum> checksums = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(in.readUnsignedByte())
                    .orElseThrow(() -> new IOException("an algorithm that this Tally does not know"));
            checksums.add(Checksum.of(algorithm, readBytes(digests, algorithm.length())));
        }
        return checksums;
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeNumber(out, utf8.length);
        out.write(utf8);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in, readLength(in)), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("it ends too early");
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

    private static int readLength(DataInputStream in) throws IOException {
        long length = readNumber(in);
        if (length > Integer.MAX_VALUE) {
            throw new IOException("a length of " + length);
        }
        return (int) length;
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
