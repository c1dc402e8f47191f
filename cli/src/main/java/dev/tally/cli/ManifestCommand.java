package dev.tally.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;

/** Manifests as files. */
@Command(name = "manifest", mixinStandardHelpOptions = true, description = "Makes and checks manifests, for those who send files with tools of their own.")
final class ManifestCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw Trouble.usage("Say what to do with a manifest: create or check.", "tally manifest --help");
    }
}
