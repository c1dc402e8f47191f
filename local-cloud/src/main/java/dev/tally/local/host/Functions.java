package dev.tally.local.host;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

/**
 * The warm handlers. A version of a function has one handler, which serves all its invocations, concurrent ones too; another is made when its code, handler or
 * environment is not the same any more, and after a time-out, as Lambda would start a new sandbox. Thread-safe.
 */
final class Functions {

    /** What all functions of this cloud see in addition to their own environment: endpoint, region, credentials. */
    private final Map<String, String> cloud;

    private final FunctionCode code = new FunctionCode();
    private final Map<String, Warm> warm = new ConcurrentHashMap<>();

    Functions(Map<String, String> cloud) {
        this.cloud = Map.copyOf(cloud);
    }

    /** The function's handler; what its class or constructor throws comes out as it is. */
    RequestStreamHandler handler(Invocation invocation) throws Exception {
        var source = new Source(invocation.version(), invocation.handler(), FunctionCode.current(invocation.code()),
                invocation.environment());
        return warm.computeIfAbsent(invocation.function(), name -> new Warm()).handler(source, settings(invocation));
    }

    /** The loader of the function's classes. */
    ClassLoader loader(Invocation invocation) {
        return code.loader(FunctionCode.current(invocation.code()));
    }

    void forget(Invocation invocation) {
        warm.remove(invocation.function());
    }

    private Map<String, String> settings(Invocation invocation) {
        var settings = new TreeMap<>(cloud);
        settings.putAll(invocation.environment());
        settings.put("AWS_LAMBDA_FUNCTION_NAME", invocation.function());
        settings.put("AWS_LAMBDA_FUNCTION_VERSION", invocation.version());
        settings.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", String.valueOf(invocation.memoryMegabytes()));
        return Map.copyOf(settings);
    }

    private record Source(String version, String handler, Path archive, Map<String, String> environment) {}

    /** The handlers of one function, by what they were made from: few, for after a deployment the older ones are soon of no use. */
    private final class Warm {
        private static final int KEPT = 3;

        private final Map<Source, RequestStreamHandler> handlers = new LinkedHashMap<>();

        /** Made under the function's own lock, so that a slow start of one function holds up no other. */
        synchronized RequestStreamHandler handler(Source source, Map<String, String> settings) throws Exception {
            var handler = handlers.remove(source);
            if (handler == null) {
                handler = make(source, settings);
            }
            handlers.put(source, handler);
            if (handlers.size() > KEPT) {
                handlers.remove(handlers.keySet().iterator().next());
            }
            return handler;
        }

        private RequestStreamHandler make(Source source, Map<String, String> settings) throws Exception {
            var name = source.handler.split("::", 2)[0];
            var type = Class.forName(name, true, code.loader(source.archive));
            if (!RequestStreamHandler.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException(
                        name + " is not a RequestStreamHandler, the only kind of handler that a local cloud runs");
            }
            try {
                return (RequestStreamHandler) instance(type, settings);
            } catch (InvocationTargetException thrown) {
                switch (thrown.getCause()) {
                    case Exception problem -> throw problem;
                    case Error problem -> throw problem;
                    case null, default -> throw thrown;
                }
            }
        }

        private static Object instance(Class<?> type, Map<String, String> settings)
                throws ReflectiveOperationException {
            for (var constructor : type.getConstructors()) {
                if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Map.class) {
                    return constructor.newInstance(settings);
                }
            }
            return type.getConstructor().newInstance();
        }
    }
}
