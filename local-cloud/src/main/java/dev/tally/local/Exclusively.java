package dev.tally.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Runs something while no one else does, in this process or another, that names the same lock file. */
final class Exclusively {

    /** A file lock belongs to the whole process, so threads need one of their own. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private Exclusively() {}

    static <T> T run(Path lockFile, Supplier<T> work) {
        var file = lockFile.toAbsolutePath().normalize();
        var threads = THREADS.computeIfAbsent(file, key -> new ReentrantLock());
        threads.lock();
        try {
            Files.createDirectories(file.getParent());
            try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Given back when the channel is closed.
                channel.lock();
                return work.get();
            }
        } catch (IOException problem) {
            throw new LocalCloudException("cannot lock " + file, problem);
        } finally {
            threads.unlock();
        }
    }
}
