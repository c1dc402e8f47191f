package dev.tally.cli;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Bar;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.LiveLine;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.upload.LocalFile;
import dev.tally.cli.upload.LocalFiles;
import dev.tally.cli.upload.LocalFiles.Found;
import dev.tally.manifest.ManifestWriter;

/** Writes a manifest of files that lie here. */
@Command(name = "create", mixinStandardHelpOptions = true, description = {
    "Writes the manifest of files that lie here, with their sizes and SHA-256.",
    "Send it after them, beside them, under a key that ends in .manifest.json."})
final class ManifestCreateCommand implements Callable<Integer> {
    private static final int CELLS = 24;

    private final Shell shell;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
    private List<Path> paths = List.of();

    @Mixin
    private PathOptions options = new PathOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--to", paramLabel = "FILE", description = "Writes it to this file; the standard output is the default.")
    @Nullable
    private Path to;

    ManifestCreateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        String name = options.name(shell, paths);
        var found = options.find(shell, paths);
        found.problems().forEach(problem -> shell.err().println("  " + Printable.of(problem)));
        if (!found.problems().isEmpty()) {
            throw Trouble.failed("No manifest was written: see above.", "");
        }
        found.leftOut()
                .forEach(file -> shell.err()
                        .println("tally: warning: " + Printable.of(file) + " is left out: it is a manifest itself"));
        if (to == null) {
            var text = new ByteArrayOutputStream();
            write(text, name, found);
            shell.out().print(text.toString(StandardCharsets.UTF_8));
            return Exit.OK;
        }
        var file = shell.folder().resolve(to);
        if (!file.toString().endsWith(LocalFiles.MANIFEST)) {
            shell.err()
                    .println(
                            "tally: warning: a key has to end in " + LocalFiles.MANIFEST + " to be read as a manifest");
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            write(out, name, found);
        }
        report(file, name, found);
        return Exit.OK;
    }

    private void write(OutputStream out, String name, Found found) throws IOException {
        try (var live = new LiveLine(shell.err(), shell.terminal());
                var manifest = new ManifestWriter(out, Optional.of(name), options.parameters())) {
            long done = 0;
            for (LocalFile file : found.files()) {
                live.draw(Bar.of(done, found.bytes(), CELLS, shell.terminal().unicode()) + "  " + file.name());
                manifest.add(file.name(), file.fingerprint().fixity(), Optional.empty(), true);
                done += file.size();
            }
            manifest.finish();
        }
    }

    private void report(Path file, String name, Found found) {
        if (output.isJson()) {
            shell.out()
                    .println(Json.object()
                            .put("manifest", file.toString())
                            .put("delivery", name)
                            .put("members", found.files().size())
                            .put("bytes", found.bytes())
                            .line());
        } else {
            shell.out()
                    .println(Printable.of(file + ": " + Human.count(found.files().size(), "member", "members") + ", "
                            + Human.bytes(found.bytes())));
        }
    }
}
