package dev.tally.completeness;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Code that stops where it says so and goes on when told, on one thread: what virtual threads are made of, used here so
 * that a schedule is a matter of a seed alone. A coroutine that is never resumed has died there, without running any
 * {@code finally}: just what a crash is.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED}.
 */
final class Coroutine {
    private static final Object SCOPE;
    private static final MethodHandle CREATE;
    private static final MethodHandle RUN;
    private static final MethodHandle DONE;
    private static final MethodHandle YIELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> scope = Class.forName("jdk.internal.vm.ContinuationScope");
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
            SCOPE = lookup.findConstructor(scope, MethodType.methodType(void.class, String.class))
                    .asType(MethodType.methodType(Object.class, String.class))
                    .invokeExact("simulation");
            CREATE = lookup.findConstructor(continuation, MethodType.methodType(void.class, scope, Runnable.class))
                    .asType(MethodType.methodType(Object.class, Object.class, Runnable.class));
            RUN = lookup.findVirtual(continuation, "run", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            DONE = lookup.findVirtual(continuation, "isDone", MethodType.methodType(boolean.class))
                    .asType(MethodType.methodType(boolean.class, Object.class));
            YIELD = lookup.findStatic(continuation, "yield", MethodType.methodType(boolean.class, scope))
                    .asType(MethodType.methodType(boolean.class, Object.class));
        } catch (Throwable unusable) {
            throw new ExceptionInInitializerError(unusable);
        }
    }

    private final Object continuation;

    Coroutine(Runnable code) {
        try {
            continuation = (Object) CREATE.invokeExact(SCOPE, code);
        } catch (Throwable unusable) {
            throw new AssertionError(unusable);
        }
    }

    /** Goes on until the next stop; true = it has ended. What the code throws comes out here. */
    boolean resume() {
        try {
            RUN.invokeExact(continuation);
            return (boolean) DONE.invokeExact(continuation);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) {
            throw new AssertionError(checked);
        }
    }

    /** Stops the coroutine that this is called in. */
    static void stop() {
        try {
            boolean resumed = (boolean) YIELD.invokeExact(SCOPE);
            assert resumed;
        } catch (Throwable unusable) {
            throw new AssertionError(unusable);
        }
    }
}
