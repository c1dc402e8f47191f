package dev.tally.storage;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;

/**
 * Objects in memory, with versions as in S3, for tests. What was called is noted; objects can be made cold or deleted,
 * and copies corrupt.
 */
public final class FakeObjects implements ObjectReader, ObjectWriter, ObjectLister, ObjectCopier {
    private final Map<FileRef, List<Version>> objects = new TreeMap<>();
    private final Map<String, Map<Integer, byte[]>> uploads = new HashMap<>();
    private final Set<FileRef> cold = new HashSet<>();
    private final AtomicInteger ids = new AtomicInteger();
    private Set<ChecksumAlgorithm> kept = Set.of();
    private boolean corrupting;

    /** What was called, such as {@code copy s3://a/b}. */
    public final List<String> calls = new ArrayList<>();

    private static final class Version {
        private final String id;
        private final String etag;
        private final byte[] content;
        private final List<Checksum> checksums;

        private Version(String id, String etag, byte[] content, List<Checksum> checksums) {
            this.id = id;
            this.etag = etag;
            this.content = content;
            this.checksums = checksums;
        }
    }

    /** From now on objects are stored with these checksums. */
    public FakeObjects keeping(ChecksumAlgorithm... algorithms) {
        kept = Set.of(algorithms);
        return this;
    }

    /** From now on copies have a wrong byte. */
    public void corruptCopies() {
        corrupting = true;
    }

    /** Reading it needs to restore it first. */
    public void freeze(FileRef file) {
        cold.add(file);
    }

    /** Deletes all its versions. */
    public void delete(FileRef file) {
        objects.remove(file);
    }

    /** Stores a new version. */
    public synchronized Entry.File store(FileRef file, String content) {
        return store(file, content.getBytes(StandardCharsets.UTF_8));
    }

    public synchronized Entry.File store(FileRef file, byte[] content) {
        Version version = add(file, content, kept);
        return new Entry.File(file.key(), file, Optional.of(version.id), version.etag, content.length, List.of(),
                Optional.empty());
    }

    /** The latest content. */
    public synchronized String text(FileRef file) {
        return new String(find(ObjectVersion.only(file)).orElseThrow().content, StandardCharsets.UTF_8);
    }

    public synchronized boolean exists(FileRef file) {
        return objects.containsKey(file);
    }

    public synchronized int versions(FileRef file) {
        return objects.getOrDefault(file, List.of()).size();
    }

    public synchronized long calls(String prefix) {
        return calls.stream().filter(call -> call.startsWith(prefix)).count();
    }

    public static List<Checksum> checksums(byte[] content, Set<ChecksumAlgorithm> algorithms) {
        Digester digester = Digester.of(algorithms);
        digester.update(content, 0, content.length);
        return digester.finish();
    }

    private Version add(FileRef file, byte[] content, Set<ChecksumAlgorithm> algorithms) {
        String etag = checksums(content, Set.of(ChecksumAlgorithm.MD5)).getFirst().hex();
        return add(file, content, etag, algorithms);
    }

    private Version add(FileRef file, byte[] content, String etag, Set<ChecksumAlgorithm> algorithms) {
        Version version = new Version("v" + ids.incrementAndGet(), etag, content, checksums(content, algorithms));
        objects.computeIfAbsent(file, _ -> new ArrayList<>()).add(version);
        return version;
    }

    private Optional<Version> find(ObjectVersion object) {
        List<Version> versions = objects.getOrDefault(object.file(), List.of());
        if (versions.isEmpty()) {
            return Optional.empty();
        }
        if (object.versionId().isPresent()) {
            return versions.stream().filter(v -> v.id.equals(object.versionId().get())).findFirst();
        }
        return Optional.of(versions.getLast())
                .filter(v -> object.etag().isEmpty()
                        || v.etag.equals(object.etag().get()));
    }

    private Version need(ObjectVersion object) {
        Version version = find(object).orElseThrow(() -> new ObjectGoneException(object));
        if (cold.contains(object.file())) {
            throw new ColdObjectException(object);
        }
        return version;
    }

    @Override
    public synchronized Optional<StoredObject> head(ObjectVersion object) {
        calls.add("head " + object.file());
        return find(object).map(v -> new StoredObject(v.content.length, v.etag, Optional.of(v.id),
                v.checksums));
    }

    @Override
    public synchronized byte[] read(ObjectVersion object, long from, int length) {
        calls.add("read " + object.file());
        byte[] content = need(object).content;
        if (from + length > content.length) {
            throw new IllegalArgumentException("Not so many bytes in " + object);
        }
        return Arrays.copyOfRange(content, (int) from, (int) from + length);
    }

    @Override
    public synchronized void put(FileRef file, byte[] content) {
        calls.add("put " + file);
        add(file, content, kept);
    }

    @Override
    public Upload begin(FileRef file, Optional<String> replaces) {
        return new Upload() {
            private final ByteArrayOutputStream content = new ByteArrayOutputStream();

            @Override
            public void write(int b) {
                content.write(b);
            }

            @Override
            public void commit() {
                synchronized (FakeObjects.this) {
                    if (!find(ObjectVersion.only(file)).map(v -> v.etag).equals(replaces)) {
                        throw new OccupiedException(file);
                    }
                    put(file, content.toByteArray());
                }
            }

            @Override
            public void close() {
                // nothing is left behind
            }
        };
    }

    @Override
    public void list(String bucket, String prefix, Consumer<Listed> found) {
        listed(bucket, prefix).forEach(found);
    }

    private synchronized List<Listed> listed(String bucket, String prefix) {
        return objects.entrySet()
                .stream()
                .filter(entry -> entry.getKey().bucket().equals(bucket) && entry.getKey().key().startsWith(prefix))
                .map(entry -> {
                    Version latest = entry.getValue().getLast();
                    return new Listed(entry.getKey(), latest.content.length, latest.etag);
                })
                .toList();
    }

    @Override
    public synchronized void copy(ObjectVersion source, FileRef target, Optional<ChecksumAlgorithm> checksum) {
        calls.add("copy " + target);
        Version version = need(source);
        Set<ChecksumAlgorithm> algorithms = new HashSet<>();
        version.checksums.forEach(c -> algorithms.add(c.algorithm()));
        checksum.ifPresent(algorithm -> {
            algorithms.clear();
            algorithms.add(algorithm);
        });
        add(target, copied(version.content), algorithms);
    }

    private byte[] copied(byte[] content) {
        byte[] copy = content.clone();
        if (corrupting && copy.length > 0) {
            copy[0] ^= 1;
        }
        return copy;
    }

    /** The checksum is forgotten, as some stores do; so copies that are made of parts have to be read. */
    @Override
    public synchronized String begin(ObjectVersion source, FileRef target, ChecksumAlgorithm checksum) {
        calls.add("begin " + target);
        need(source);
        String upload = "u" + ids.incrementAndGet();
        uploads.put(upload, new TreeMap<>());
        return upload;
    }

    @Override
    public synchronized Optional<Map<Integer, String>> parts(FileRef target, String upload) {
        calls.add("parts " + target);
        Map<Integer, byte[]> parts = uploads.get(upload);
        if (parts == null) {
            return Optional.empty();
        }
        Map<Integer, String> tags = new TreeMap<>();
        parts.keySet().forEach(number -> tags.put(number, "tag" + number));
        return Optional.of(tags);
    }

    @Override
    public synchronized String copyPart(ObjectVersion source, FileRef target, String upload, int number, long from,
            long to) {
        calls.add("part " + target + ' ' + number);
        uploads.get(upload).put(number, Arrays.copyOfRange(need(source).content, (int) from, (int) to));
        return "tag" + number;
    }

    @Override
    public synchronized void complete(FileRef target, String upload, Map<Integer, String> parts) {
        calls.add("complete " + target);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        uploads.remove(upload).values().forEach(whole::writeBytes);
        add(target, copied(whole.toByteArray()), "of-parts-" + parts.size(), Set.of());
    }
}
