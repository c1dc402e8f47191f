package dev.tally.cli;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import dev.tally.cli.upload.LocalFiles;
import dev.tally.cli.upload.LocalFiles.Found;

/** What the commands share that make a delivery of files. */
final class PathOptions {
    @Option(names = "--name", paramLabel = "NAME", description = "The delivery's name. Default: the name of the folder, if there is just one.")
    @Nullable
    private String name;

    @Option(names = "--exclude", paramLabel = "GLOB", description = "Leaves out what matches, by name within the delivery or by last part, such as '*.tmp'. May be repeated.")
    private List<String> excluded = List.of();

    @Option(names = "--parameter", paramLabel = "NAME=VALUE", description = "A parameter for the job; a value that is JSON goes as JSON, any other as text. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    String name(Shell shell, List<Path> paths) {
        if (name != null) {
            return name;
        }
        var path = shell.folder().resolve(paths.getFirst()).normalize();
        if (paths.size() > 1 || !Files.isDirectory(path) || path.getFileName() == null) {
            throw Trouble.usage("The delivery needs a name, since there is not just one folder to call it by.",
                    "Give --name NAME.");
        }
        return path.getFileName().toString();
    }

    Found find(Shell shell, List<Path> paths) {
        var found = LocalFiles.find(paths.stream().map(shell.folder()::resolve).toList(),
                excluded.stream().map(PathOptions::matcher).toList());
        if (found.files().isEmpty() && found.problems().isEmpty()) {
            throw Trouble.usage("There is no file in " + paths + ".", "");
        }
        return found;
    }

    Optional<String> parameters() {
        return JobParameters.json(parameters);
    }

    private static PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage("--exclude " + glob + ": " + e.getMessage(), "");
        }
    }
}
