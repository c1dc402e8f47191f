package dev.tally.cli.singer;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Signals that ask this process to end, which it answers itself. The platform has them in its module jdk.unsupported alone, and javac warns of
 * each mention in a way that nothing can switch off; hence by reflection.
 */
enum Signals {
    HUP(1), INT(2), TERM(15);

    private final int number;

    Signals(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Calls the handler, in a thread of its own, whenever one comes. Those that this process was started to ignore remain so. */
    static void handle(Consumer<Signals> handler) {
        for (Signals signal : values()) {
            signal.handleBy(handler);
        }
    }

    private void handleBy(Consumer<Signals> handler) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[]{handlerType},
                    (_, method, arguments) -> {
                        if (!method.getName().equals("handle")) {
                            return method.invoke(this, arguments);
                        }
                        handler.accept(this);
                        return null;
                    });
            Object previous = signalType.getMethod("handle", signalType, handlerType)
                    .invoke(null, signalType.getConstructor(String.class).newInstance(name()), proxy);
            restoreIfIgnored(signalType, handlerType, previous);
        } catch (InvocationTargetException notHere) {
            // On this system, or in this JVM, it cannot be handled; its default is as good as it gets.
        } catch (ReflectiveOperationException none) {
            throw new IllegalStateException("This Java has no module jdk.unsupported", none);
        }
    }

    private void restoreIfIgnored(Class<?> signalType, Class<?> handlerType, Object previous)
            throws ReflectiveOperationException {
        Object ignored = handlerType.getField("SIG_IGN").get(null);
        if (ignored.equals(previous)) {
            signalType.getMethod("handle", signalType, handlerType)
                    .invoke(null, signalType.getConstructor(String.class).newInstance(name()), ignored);
        }
    }
}
