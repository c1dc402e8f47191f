package dev.tally.local.host;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** Tells a handler that takes part in snapshots ({@code org.crac.Resource}, of its own class path) that one was taken and restored. */
final class Snapshot {

    private static final String RESOURCE = "org.crac.Resource";
    private static final String CONTEXT = "org.crac.Context";

    private Snapshot() {}

    static void of(Object handler) throws Exception {
        var loader = handler.getClass().getClassLoader();
        Class<?> resource;
        Class<?> context;
        try {
            resource = Class.forName(RESOURCE, false, loader);
            context = Class.forName(CONTEXT, false, loader);
        } catch (ClassNotFoundException takesNoPart) {
            return;
        }
        if (resource.isInstance(handler)) {
            for (var step : List.of("beforeCheckpoint", "afterRestore")) {
                try {
                    resource.getMethod(step, context).invoke(handler, (Object) null);
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause() instanceof Exception problem ? problem : thrown;
                }
            }
        }
    }
}
