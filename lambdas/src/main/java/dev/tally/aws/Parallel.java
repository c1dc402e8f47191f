package dev.tally.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Calls that wait for a service, several at once. */
final class Parallel {
    private Parallel() {}

    /**
     * Applies the call to each input, at most {@code atOnce} of them at a time, and answers in the order of the inputs.
     * The first failure is thrown, when all have ended.
     */
    static <I, O> List<O> map(List<I> inputs, int atOnce, Function<I, O> call) {
        if (inputs.size() <= 1) {
            return inputs.stream().map(call).toList();
        }
        Semaphore permits = new Semaphore(atOnce);
        List<Future<O>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (I input : inputs) {
                futures.add(threads.submit(() -> {
                    permits.acquire();
                    try {
                        return call.apply(input);
                    } finally {
                        permits.release();
                    }
                }));
            }
        }
        return futures.stream().map(Parallel::result).toList();
    }

    private static <O> O result(Future<O> ended) {
        try {
            return ended.get();
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException("A call failed", failed);
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("Waiting for what has ended", impossible);
        }
    }
}
