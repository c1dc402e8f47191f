package dev.tally.cli.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.jspecify.annotations.Nullable;

/**
 * Brings the classes of a jar that were compiled for Java 5 and before to the form of Java 8: the same instructions, with the stack
 * maps that newer verifiers read. The JVM neither keeps older classes in its ahead-of-time cache nor verifies them fast.
 *
 * <p>Arguments: jars, which are rewritten in place; those without such classes are left alone.
 */
public final class OldClasses {
    /** The class file version of Java 6, the first with stack maps. */
    private static final int FIRST_WITH_STACK_MAPS = 50;

    private OldClasses() {}

    static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            modernise(Path.of(jar));
        }
    }

    /**
     * Rewrites a jar in place, if that is needed.
     *
     * @return whether it was
     */
    static boolean modernise(Path jar) throws IOException {
        var rewritten = jar.resolveSibling(jar.getFileName() + ".rewritten");
        boolean changed = false;
        try (var from = new JarFile(jar.toFile()); var to = new ZipOutputStream(Files.newOutputStream(rewritten))) {
            var classes = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS, ConstantPoolSharingOption.NEW_POOL,
                    ClassFile.ClassHierarchyResolverOption.of(hierarchy(from)));
            for (var entry : from.stream().toList()) {
                byte[] content = read(from, entry);
                boolean old = isOldClass(entry.getName(), content);
                changed |= old;
                var copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                to.putNextEntry(copy);
                to.write(old ? modernised(classes, content) : content);
                to.closeEntry();
            }
        }
        if (changed) {
            Files.move(rewritten, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(rewritten);
        }
        return changed;
    }

    private static boolean isOldClass(String name, byte[] content) {
        return name.endsWith(".class") && !name.startsWith("META-INF/")
                && ((content[6] & 0xff) << 8 | (content[7] & 0xff)) < FIRST_WITH_STACK_MAPS;
    }

    private static byte[] modernised(ClassFile classes, byte[] content) {
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        // Method bodies are taken apart and put together again, so that their stack maps are made.
        return classes.transformClass(classes.parse(content),
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen(version));
    }

    /** Stack maps need to know what extends what: in the jar, and in Java itself. */
    private static ClassHierarchyResolver hierarchy(JarFile jar) {
        return ClassHierarchyResolver.ofResourceParsing(type -> resource(jar, type))
                .orElse(ClassHierarchyResolver.defaultResolver())
                .cached();
    }

    private static @Nullable InputStream resource(JarFile jar, ClassDesc type) {
        String descriptor = type.descriptorString();
        return Optional.ofNullable(jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class"))
                .map(entry -> {
                    try {
                        return jar.getInputStream(entry);
                    } catch (IOException unreadable) {
                        throw new UncheckedIOException(unreadable);
                    }
                })
                .orElse(null);
    }

    private static byte[] read(JarFile jar, ZipEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
