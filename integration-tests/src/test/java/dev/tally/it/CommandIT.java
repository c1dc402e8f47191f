package dev.tally.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;

import dev.tally.fixity.Digester;
import dev.tally.it.Tally.Result;

import static org.assertj.core.api.Assertions.assertThat;

/** The command as its users run it: a process of its own that sends, asks and follows. */
final class CommandIT {
    private static final String PREFIX = "command-" + Long.toHexString(System.nanoTime());

    @TempDir
    private Path folder;

    /** OBJ-08: an empty file is a member; a large one goes in parts; names stay as they are. */
    @Test
    void obj08WhatIsUploadedIsProcessedAndArchived() throws IOException, InterruptedException {
        Files.write(folder.resolve("empty.csv"), new byte[0]);
        byte[] large = new byte[17 << 20];
        new Random(17).nextBytes(large);
        Files.write(folder.resolve("large.bin"), large);
        Files.createDirectory(folder.resolve("sub"));
        for (String name : List.of("a b.csv", "a+b.csv", "a%2Bb.csv", "é.csv")) {
            Files.writeString(folder.resolve("sub").resolve(name), name);
        }
        Result sent = tally("upload", "kept", folder.toString(), "--name", PREFIX + "-whole", "--watch", "-o", "json");
        assertThat(sent.exit()).as(sent.err()).isZero();
        assertThat(sent.out()).contains("\"status\":\"ARCHIVED\"", "\"verified\":[\"size\",\"sha256\"]");
        Result status = tally("status", "kept/" + PREFIX + "-whole");
        assertThat(status.out()).contains("ARCHIVED", "Members     6", "delivery.json");
        assertThat(tally("why", "kept/" + PREFIX + "-whole").exit()).isZero();
        assertThat(tally("upload", "kept", folder.toString(), "--name", PREFIX + "-whole").err()).contains("--revise");
    }

    /** API-01: names that look alike in a URL are different deliveries. */
    @Test
    void api01NamesThatLookAlikeInAUrlAreDifferentDeliveries() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("x"), "x");
        List<String> names = List.of("a/b", "a%2Fb", "a+b", "a b");
        for (String name : names) {
            Result sent = tally("upload", "free", folder.toString(), "--name", PREFIX + name, "--watch");
            assertThat(sent.exit()).as(sent.err()).isZero();
        }
        for (String name : names) {
            assertThat(tally("status", "free/" + PREFIX + name, "-o", "json").out())
                    .contains("\"key\":\"free/" + PREFIX + name + "/");
        }
    }

    /** An upload that was interrupted goes on where it stopped: with files, and with the parts of one. */
    @Test
    void anInterruptedUploadSendsOnlyWhatIsNotThere() throws IOException, InterruptedException {
        byte[] large = new byte[17 << 20];
        new Random(18).nextBytes(large);
        Files.write(folder.resolve("large.bin"), large);
        Files.writeString(folder.resolve("small.csv"), "small");
        Files.writeString(folder.resolve("new.csv"), "new");
        String name = PREFIX + "-resumed";
        String key = "free/" + name + "/large.bin";
        interrupt(name, key, Arrays.copyOf(large, 8 << 20));

        Result sent = tally("upload", "free", folder.toString(), "--name", name, "--watch", "-o", "json");
        assertThat(sent.exit()).as(sent.err()).isZero();
        assertThat(sent.out()).contains("\"files\":3", "\"filesSent\":2", "\"bytesSent\":" + ((9 << 20) + 3),
                "\"reason\":\"there already\",\"key\":\"free/" + name + "/small.csv\"");
        try (var s3 = Cloud.get().s3()) {
            assertThat(s3.listMultipartUploads(r -> r.bucket(Cloud.get().landing()).prefix(key)).uploads()).isEmpty();
            assertThat(s3.getObjectAsBytes(r -> r.bucket(Cloud.get().landing()).key(key)).asByteArray())
                    .isEqualTo(large);
        }
        Result again = tally("upload", "free", folder.toString(), "--name", name, "--revise");
        assertThat(again.out()).contains("Sent 0 files, 0 B", "beside 3 files");
    }

    /** Leaves a small file and the first part of a large one. */
    private void interrupt(String delivery, String key, byte[] part) {
        try (var s3 = Cloud.get().s3()) {
            s3.putObject(r -> r.bucket(Cloud.get().landing())
                    .key("free/" + delivery + "/small.csv")
                    .checksumAlgorithm(ChecksumAlgorithm.SHA256), RequestBody.fromFile(folder.resolve("small.csv")));
            String upload = s3.createMultipartUpload(r -> r.bucket(Cloud.get().landing())
                    .key(key)
                    .checksumAlgorithm(ChecksumAlgorithm.CRC64_NVME)
                    .checksumType(ChecksumType.FULL_OBJECT)).uploadId();
            var digester = Digester.inOneGo(List.of(dev.tally.fixity.ChecksumAlgorithm.CRC64NVME));
            digester.update(part, 0, part.length);
            String crc = digester.finish().getFirst().base64();
            s3.uploadPart(r -> r.bucket(Cloud.get().landing())
                    .key(key)
                    .uploadId(upload)
                    .partNumber(1)
                    .checksumCRC64NVME(crc), RequestBody.fromBytes(part));
        }
    }

    /** What a delivery waits for, and then that it was sent. */
    @Test
    void whyTellsWhatIsMissingUntilItCame() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("a.csv"), "a");
        Files.writeString(folder.resolve("b.csv"), "b");
        String name = PREFIX + "-waiting";
        Path manifest = folder.resolve(name + ".manifest.json");
        assertThat(tally("manifest", "create", folder.toString(), "--name", name, "--to", manifest.toString()).exit())
                .isZero();
        put(name, "a.csv");
        put(name, manifest.getFileName().toString());
        assertThat(tally("watch", "free/" + name, "--timeout", "2s").exit()).isEqualTo(4);
        Result why = tally("why", "free/" + name);
        assertThat(why.exit()).isEqualTo(4);
        assertThat(why.out()).contains("waits for 1 of 2 members", "missing", "b.csv").doesNotContain("a.csv");
        put(name, "b.csv");
        assertThat(tally("watch", "free/" + name, "--timeout", "60s").exit()).isZero();
    }

    /** The exit code tells how it ended. */
    @Test
    void aRejectedManifestIsExitCode6WithItsFaults() throws IOException, InterruptedException {
        String name = PREFIX + "-bad";
        Files.writeString(folder.resolve(name + ".manifest.json"),
                "{\"tallyManifest\": 1, \"members\": [], \"siez\": 1}");
        put(name, name + ".manifest.json");
        assertThat(tally("watch", "free/" + name, "--timeout", "30s").exit()).isEqualTo(6);
        assertThat(tally("why", "free/" + name).out()).contains("2 faults", "siez");
        assertThat(tally("status", "free/" + PREFIX + "-nowhere").exit()).isEqualTo(3);
    }

    private void put(String delivery, String file) {
        try (var s3 = Cloud.get().s3()) {
            s3.putObject(request -> request.bucket(Cloud.get().landing()).key("free/" + delivery + "/" + file),
                    RequestBody.fromFile(folder.resolve(file)));
        }
    }

    private static Result tally(String... arguments) throws IOException, InterruptedException {
        return Tally.run(Cloud.get().settings(), arguments);
    }
}
