package dev.tally.singer.lake;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Opens lakes by their URIs: folders, and what else there is a provider for. */
public final class Lakes {
    private static final String FILE = "file://";

    private final Map<String, Provider> providers;

    /** Opens lakes of one scheme. */
    public interface Provider {
        /** @throws IllegalArgumentException if the URI names no lake, with what is wrong */
        Lake open(String uri, LogTemplate template);
    }

    /** @param providers by scheme in lower case, besides {@code file} */
    public Lakes(Map<String, Provider> providers) {
        this.providers = new TreeMap<>(providers);
    }

    /**
     * Opens a lake; whether it is there, and lets itself be read or written, comes out when it is used.
     *
     * @param uri a path, {@code file://} and a path, or a URI of a scheme that there is a provider for
     * @param folder what a path is relative to; also one behind {@code file://}, as Singer's SDK has it
     * @throws IllegalArgumentException if that is no URI of a lake, with what is wrong
     */
    public Lake open(String uri, Path folder, LogTemplate template) {
        if (uri.regionMatches(true, 0, FILE, 0, FILE.length())) {
            return folder(Percent.decode(uri.substring(FILE.length())), folder, template);
        }
        int colon = uri.indexOf("://");
        if (colon < 0) {
            return folder(uri, folder, template);
        }
        Provider provider = providers.get(uri.substring(0, colon).toLowerCase(Locale.ROOT));
        if (provider == null) {
            throw new IllegalArgumentException("There are no lakes at " + uri + "; write " + known());
        }
        return provider.open(uri, template);
    }

    /**
     * Whether the lake of that URI is a folder, without a look at it.
     *
     * @throws IllegalArgumentException as {@link #open} does
     */
    public boolean isFolder(String uri, Path folder) {
        return open(uri, folder, LogTemplate.DEFAULT).folder().isPresent();
    }

    private String known() {
        return providers.keySet().stream().map(scheme -> scheme + "://…, ").collect(Collectors.joining())
                + "file:///folder, or a path";
    }

    private Lake folder(String path, Path folder, LogTemplate template) {
        try {
            if (!path.isEmpty()) {
                return new FolderLake(folder.resolve(path), template);
            }
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException("\"" + path + "\" is no path: " + wrong.getReason(), wrong);
        }
        throw new IllegalArgumentException("The URI of the lake names no folder; write " + known());
    }
}
