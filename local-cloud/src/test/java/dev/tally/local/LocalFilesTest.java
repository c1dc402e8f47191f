package dev.tally.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LocalFilesTest {

    @TempDir
    Path folder;

    @Test
    void aTakenPortIsNotHandedOut() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[]{127, 0, 0, 1}))) {
            assertThat(FreePort.preferring(taken.getLocalPort())).isPositive().isNotEqualTo(taken.getLocalPort());
        }
        int free = FreePort.preferring(0);
        assertThat(FreePort.preferring(free)).isEqualTo(free);
    }

    @Test
    void theUsersDirectoriesFollowTheXdgSpecification() {
        assertThat(CloudDirectories.of(Map.of("HOME", "/home/ada"))).isEqualTo(
                new CloudDirectories(Path.of("/home/ada/.local/state/tally"), Path.of("/home/ada/.cache/tally")));
        assertThat(
                CloudDirectories.of(Map.of("HOME", "/home/ada", "XDG_STATE_HOME", "/s", "XDG_CACHE_HOME", "relative")))
                .isEqualTo(new CloudDirectories(Path.of("/s/tally"), Path.of("/home/ada/.cache/tally")));
    }

    @Test
    void aContentHashSeesContentAndPlaceAndNothingElse() throws IOException {
        var one = Files.createDirectories(folder.resolve("one/sub"));
        Files.writeString(one.resolve("a"), "x");
        var two = Files.createDirectories(folder.resolve("two/sub"));
        Files.writeString(two.resolve("a"), "x");
        var hash = new ContentHash().add(folder.resolve("one")).hex();

        assertThat(new ContentHash().add(folder.resolve("two")).hex()).isEqualTo(hash);
        Files.move(two.resolve("a"), two.resolve("b"));
        assertThat(new ContentHash().add(folder.resolve("two")).hex()).isNotEqualTo(hash);
        Files.writeString(one.resolve("a"), "y");
        assertThat(new ContentHash().add(folder.resolve("one")).hex()).isNotEqualTo(hash);
        assertThat(new ContentHash().add("ab").add("c").hex()).isNotEqualTo(new ContentHash().add("a").add("bc").hex());
    }

    @Test
    void anInstallationIsMadeOnceHoweverManyWantIt() {
        var made = new AtomicInteger();
        var target = folder.resolve("cache/tool");

        var wishes = new ArrayList<CompletableFuture<Path>>();
        for (int i = 0; i < 4; i++) {
            wishes.add(CompletableFuture
                    .supplyAsync(() -> CachedInstallation.obtain(target, there -> made.incrementAndGet())));
        }
        wishes.forEach(CompletableFuture::join);

        assertThat(made).hasValue(1);
        assertThat(CachedInstallation.exists(target)).isTrue();
    }

    @Test
    void aHalfMadeInstallationIsMadeAgainFromNothing() throws IOException {
        var target = folder.resolve("tool");
        assertThatThrownBy(() -> CachedInstallation.obtain(target, there -> {
            write(there.resolve("half"), "");
            throw new LocalCloudException("no network");
        })).hasMessage("no network");
        assertThat(CachedInstallation.exists(target)).isFalse();

        CachedInstallation.obtain(target, there -> write(there.resolve("whole"), ""));

        assertThat(target.resolve("half")).doesNotExist();
        assertThat(target.resolve("whole")).exists();
    }

    @Test
    void aFailedCommandIsToldWithTheEndOfItsLog() {
        var log = folder.resolve("tool.log");
        var command = new Command(List.of("sh", "-c", "echo all went well; echo then it broke >&2; exit 3"), folder,
                Map.of(), log);

        assertThatThrownBy(() -> command.run("Installing")).isInstanceOf(LocalCloudException.class)
                .hasMessageContaining("Installing failed (exit code 3 of sh)")
                .hasMessageContaining("then it broke");
    }

    @Test
    void aCommandSeesNoSettingsOfAnotherCloud() throws IOException {
        var log = folder.resolve("env.log");

        new Command(List.of("sh", "-c", "env"), folder, Map.of("AWS_REGION", "us-east-1"), log).run("Listing");

        assertThat(Files.readAllLines(log)).contains("AWS_REGION=us-east-1")
                .anyMatch(line -> line.startsWith("NO_PROXY=") && line.contains("127.0.0.1,localhost"))
                .noneMatch(line -> line.startsWith("AWS_") && !line.startsWith("AWS_REGION="));
    }

    @Test
    void aLogIsReadInWholeLinesAndGoneOnWith() throws IOException {
        var log = folder.resolve("functions.log");
        var lines = new ArrayList<String>();
        var tail = new LogTail(log);

        tail.read(lines::add);
        write(log, "one\ntwo\nthr");
        tail.read(lines::add);
        assertThat(lines).containsExactly("one", "two");
        write(log, "one\ntwo\nthrée\n");
        tail.read(lines::add);
        assertThat(lines).containsExactly("one", "two", "thrée");
    }

    @Test
    void portsOutliveTheirCloud() {
        var file = folder.resolve("local.ports");
        assertThat(Ports.read(file)).isEqualTo(new Ports(0, 0));
        new Ports(1, 2).write(file);
        assertThat(Ports.read(file)).isEqualTo(new Ports(1, 2));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
