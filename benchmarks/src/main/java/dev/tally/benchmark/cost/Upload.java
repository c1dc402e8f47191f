package dev.tally.benchmark.cost;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/**
 * The files of one delivery, each made from its number alone, so that a million of them need no memory. They are like
 * real ones: paths of 40 characters with the time of an observation, SHA-256 digests that cannot be compressed, etags,
 * version ids and sequencers as long as S3's.
 *
 * @param folder of the landing bucket, ends with a slash
 */
public record Upload(String bucket, String folder, String delivery, int members, long seed) {
    /** Stands for the manifest among the numbers of members. */
    public static final int MANIFEST = -1;

    private static final Instant FIRST = Instant.parse("2026-11-30T08:00:00Z");
    private static final LocalDateTime OBSERVED = LocalDateTime.of(2026, 11, 1, 0, 0);
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("'mag/l1b/'yyyy'/'MM'/mag2_'",
            Locale.ROOT);
    private static final DateTimeFormatter FILE = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'.dat'", Locale.ROOT);
    private static final int LARGEST = 10_000_000;

    public FileRef manifest() {
        return new FileRef(bucket, folder + delivery + ".manifest.json");
    }

    String path(int member) {
        LocalDateTime time = OBSERVED.plusSeconds(member);
        return FOLDER.format(time) + FILE.format(time);
    }

    /** The event of a member, or of the manifest; each later one of a bucket has a later sequencer. */
    public FileEvent.Created event(int number, int position) {
        boolean isManifest = number == MANIFEST;
        SplittableRandom random = random(number);
        FileRef file = isManifest ? manifest() : new FileRef(bucket, folder + path(number));
        byte[] digest = new byte[32];
        random.nextBytes(digest);
        long size = random.nextLong(LARGEST);
        byte[] etag = new byte[16];
        random.nextBytes(etag);
        byte[] version = new byte[24];
        random.nextBytes(version);
        Instant at = FIRST.plusSeconds(position);
        String sequencer = "00" + HexFormat.of().toHexDigits(at.toEpochMilli() * 1_000_000 | 1);
        return new FileEvent.Created(file, new Sequencer(sequencer), at, size, HexFormat.of().formatHex(etag),
                Optional.of(Base64.getUrlEncoder().encodeToString(version)));
    }

    /** The manifest's text, made while it is read. */
    public InputStream content() {
        return new GeneratedText(members + 2, line -> switch (line) {
            case 0 -> "{\"tallyManifest\":1,\"delivery\":\"" + delivery + "\",\"members\":[\n";
            default -> line <= members ? member(line - 1) : "]}\n";
        });
    }

    private String member(int number) {
        SplittableRandom random = random(number);
        byte[] digest = new byte[32];
        random.nextBytes(digest);
        return "{\"path\":\"" + path(number) + "\",\"size\":" + random.nextLong(LARGEST)
                + ",\"checksums\":{\"sha256\":\"" + HexFormat.of().formatHex(digest) + "\"}}"
                + (number < members - 1 ? ",\n" : "\n");
    }

    private SplittableRandom random(int number) {
        return new SplittableRandom(seed + number * 0x9E3779B97F4A7C15L);
    }

    /** Text in pieces, of which one is in memory. */
    private static final class GeneratedText extends InputStream {
        private final int pieces;
        private final IntFunction<String> piece;
        private int next;
        private byte[] current = new byte[0];
        private int at;

        private GeneratedText(int pieces, IntFunction<String> piece) {
            this.pieces = pieces;
            this.piece = piece;
        }

        @Override
        public int read() {
            return fill() ? current[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int read = 0;
            while (read < length && fill()) {
                int part = Math.min(length - read, current.length - at);
                System.arraycopy(current, at, target, offset + read, part);
                at += part;
                read += part;
            }
            return read == 0 && length > 0 ? -1 : read;
        }

        private boolean fill() {
            while (at == current.length && next < pieces) {
                current = piece.apply(next++).getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            return at < current.length;
        }
    }
}
