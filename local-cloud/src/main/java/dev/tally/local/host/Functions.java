package dev.tally.local.host;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.jspecify.annotations.Nullable;

/**
 * The warm handlers. A function has one handler, which serves all its invocations, concurrent ones too; it is made anew when the function's code, handler or
 * environment is another than last time, and after a time-out, as Lambda would start a new sandbox. Thread-safe.
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
        var source = new Source(invocation.handler(), FunctionCode.current(invocation.code()),
                invocation.environment());
        return warm
                .compute(invocation.arn(),
                        (arn, known) -> known != null && known.source.equals(source) ? known : new Warm(source))
                .handler(settings(invocation));
    }

    void forget(Invocation invocation) {
        warm.remove(invocation.arn());
    }

    private Map<String, String> settings(Invocation invocation) {
        var settings = new TreeMap<>(cloud);
        settings.putAll(invocation.environment());
        settings.put("AWS_LAMBDA_FUNCTION_NAME", invocation.function());
        settings.put("AWS_LAMBDA_FUNCTION_VERSION", invocation.version());
        settings.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", String.valueOf(invocation.memoryMegabytes()));
        return Map.copyOf(settings);
    }

    private record Source(String handler, Path archive, Map<String, String> environment) {}

    private final class Warm {
        private final Source source;
        private @Nullable RequestStreamHandler made;

        Warm(Source source) {
            this.source = source;
        }

        /** Made under the function's own lock, so that a slow start of one function holds up no other. */
        synchronized RequestStreamHandler handler(Map<String, String> settings) throws Exception {
            if (made == null) {
                made = make(settings);
            }
            return made;
        }

        private RequestStreamHandler make(Map<String, String> settings) throws Exception {
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
