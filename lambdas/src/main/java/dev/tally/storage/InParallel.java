package dev.tally.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** A few things at a time. */
public final class InParallel {
    private InParallel() {}

    /**
     * The results in the order of the items. When one fails, the rest is still waited for, and the first failure is
     * thrown as it is.
     */
    public static <T, R> List<R> map(List<T> items, int threads, Function<T, R> work) {
        if (items.size() <= 1) {
            return items.stream().map(work).toList();
        }
        List<Callable<R>> tasks = new ArrayList<>();
        items.forEach(item -> tasks.add(() -> work.apply(item)));
        try (ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, items.size()),
                Thread.ofVirtual().factory())) {
            List<R> results = new ArrayList<>();
            for (Future<R> future : executor.invokeAll(tasks)) {
                results.add(result(future));
            }
            return results;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", interrupted);
        }
    }

    static <R> R result(Future<R> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(failed);
            }
        }
    }
}
