package dev.tally.cli;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.tally.cli.api.DatasetView;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.upload.LocalFile;
import dev.tally.cli.upload.LocalFiles;
import dev.tally.cli.upload.LocalFiles.Found;
import dev.tally.dataset.DeliveryId;

/**
 * Where an upload puts what: the files in a folder of the delivery's name below the dataset's first prefix, and the manifest
 * beside them.
 */
record UploadPlan(DatasetView dataset, DeliveryId id, Found found, Map<String, String> parameters) {
    private static final int LONGEST_KEY = 1024;

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
        checkKey(manifestKey(), "the manifest", problems);
        files().forEach(file -> checkKey(key(file.name()), file.path().toString(), problems));
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

    /** S3 counts a key's bytes in UTF-8. A part that is {@code .} or {@code ..} is lost on its way through URLs. */
    private static void checkKey(String key, String what, List<String> problems) {
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_KEY) {
            problems.add(what + " would have a key of " + bytes + " bytes; S3 takes at most " + LONGEST_KEY);
        }
        if (key.chars().anyMatch(Character::isISOControl)) {
            problems.add(what + " has a control character in its name");
        }
        if (key.indexOf('\ufffd') >= 0) {
            problems.add(what + " has a name that is not UTF-8");
        }
        for (String part : key.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                problems.add(what + " would have a key with the part \"" + part + "\": " + key);
            }
        }
    }

    private static String escaped(String name) {
        var text = new StringBuilder();
        name.chars().forEach(c -> text.append(c < 128 ? String.valueOf((char) c) : "\\u%04x".formatted(c)));
        return text.toString();
    }
}
