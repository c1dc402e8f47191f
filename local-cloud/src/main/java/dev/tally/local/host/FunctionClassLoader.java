package dev.tally.local.host;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The classes of one code archive, and nothing of the host but the interfaces through which Lambda calls a function. So two functions never see each other's
 * libraries, and a function that forgot to package a library fails here as it would in Lambda.
 */
final class FunctionClassLoader extends URLClassLoader {

    /** The types of {@code aws-lambda-java-core}; events and serialization, in packages below, belong to the function. */
    private static final Pattern SHARED = Pattern
            .compile("com\\.amazonaws\\.services\\.lambda\\.runtime\\.(logging\\.)?[A-Z].*");

    static {
        registerAsParallelCapable();
    }

    FunctionClassLoader(Path archive) {
        super(archive.getFileName().toString(), new URL[]{url(archive)}, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return SHARED.matcher(name).matches()
                ? FunctionClassLoader.class.getClassLoader().loadClass(name)
                : super.loadClass(name, resolve);
    }

    private static URL url(Path archive) {
        try {
            return archive.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("not a file: " + archive, impossible);
        }
    }
}
