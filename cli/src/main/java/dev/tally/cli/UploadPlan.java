package dev.tally.cli;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tally.cli.api.DatasetView;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.upload.LocalFile;
import dev.tally.cli.upload.LocalFiles;
import dev.tally.cli.upload.LocalFiles.Found;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestScope;

/**
 * Where an upload puts what: the files in a folder of the delivery's name below the dataset's first prefix, and the manifest
 * beside them.
 */
record UploadPlan(DatasetView dataset, DeliveryId id, Found found, Optional<String> parameters) {
    /** What Java makes of bytes that are no text. */
    private static final char UNREADABLE = '\ufffd';

    /** Ends with a slash. */
    String folder() {
        return dataset.prefixes().getFirst() + id.name() + "/";
    }

    String key(String name) {
        return folder() + name;
    }

    String manifestKey() {
        return folder() + id.name().substring(id.name().lastIndexOf('/') + 1) + LocalFiles.MANIFEST;
    }

    List<LocalFile> files() {
        return found.files();
    }

    /** Everything for which this cannot be sent. */
    List<String> problems() {
        var problems = new ArrayList<>(found.problems());
        var manifest = scope(manifestKey());
        check("the manifest", scope(dataset.prefixes().getFirst()),
                manifestKey().substring(dataset.prefixes().getFirst().length()), problems);
        files().forEach(file -> check(file.path().toString(), manifest, file.name(), problems));
        var composed = new HashMap<String, String>();
        files().forEach(file -> {
            String other = composed.putIfAbsent(Normalizer.normalize(file.name(), Normalizer.Form.NFC), file.name());
            if (other != null) {
                problems.add(file.path() + " has the same name as another file, in other Unicode characters: "
                        + escaped(file.name()) + " and " + escaped(other));
            }
        });
        return problems.stream().map(Printable::of).toList();
    }

    /** What can be sent, and may be a mistake. */
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        found.leftOut()
                .forEach(name -> warnings
                        .add(name + " is left out: a file with that end would announce a delivery of its own"));
        var folded = new HashMap<String, String>();
        files().forEach(file -> {
            String other = folded.putIfAbsent(file.name().toLowerCase(Locale.ROOT), file.name());
            if (other != null) {
                warnings.add(
                        file.name() + " and " + other + " differ in letter case only; some systems take them for one");
            }
        });
        return warnings.stream().map(Printable::of).toList();
    }

    /** What a manifest would be refused for is found before anything is sent. */
    private static void check(String what, ManifestScope scope, String path, List<String> problems) {
        if (path.indexOf(UNREADABLE) >= 0) {
            problems.add(what + " has a name that is not UTF-8");
            return;
        }
        try {
            scope.resolve(path);
        } catch (IllegalArgumentException refused) {
            problems.add(what + ": " + refused.getMessage());
        }
    }

    private ManifestScope scope(String key) {
        return scope(dataset, key);
    }

    /** What the paths of a manifest under that key mean. */
    static ManifestScope scope(DatasetView dataset, String key) {
        var rules = new Dataset(dataset.name(), dataset.prefixes(), List.of(ManifestFormat.TALLY), Optional.empty(),
                Optional.empty(), new Job.None(), Optional.empty(), List.of());
        return new ManifestScope(new FileRef(dataset.landingBucket(), key), rules, dataset.landingBucket());
    }

    private static String escaped(String name) {
        var text = new StringBuilder();
        name.chars().forEach(c -> text.append(c < 128 ? String.valueOf((char) c) : "\\u%04x".formatted(c)));
        return text.toString();
    }
}
