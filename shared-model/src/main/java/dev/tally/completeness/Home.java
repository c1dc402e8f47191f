package dev.tally.completeness;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import dev.tally.delivery.Contents;
import dev.tally.file.FileRef;
import dev.tally.fixity.Sha256;

/**
 * The folder that holds all files of a delivery, the deepest such one, as a short hash: who has a file finds the deliveries
 * that may have it as a member, by the hashes of the folders that the file lies in.
 */
public final class Home {
    private Optional<String> folder = Optional.empty();

    /** Takes a member in. Results of other deliveries lie in no folder. */
    void add(FileRef file) {
        if (!file.isDelivery()) {
            folder = Optional.of(folder.map(known -> common(known, file.key())).orElse(folderOf(file.key())));
        }
    }

    /** What stands for the folder, see {@link Contents#home()}; nothing if there was no file. */
    Optional<String> hash() {
        return folder.map(Home::hash);
    }

    /** What stands for each of the folders that a file lies in, the bucket itself included. */
    public static Set<String> around(FileRef file) {
        Set<String> hashes = new HashSet<>();
        String key = file.key();
        hashes.add(hash(""));
        for (int slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
            hashes.add(hash(key.substring(0, slash + 1)));
        }
        return hashes;
    }

    private static String folderOf(String key) {
        return key.substring(0, key.lastIndexOf('/') + 1);
    }

    private static String common(String folder, String key) {
        int same = 0;
        while (same < folder.length() && same < key.length() && folder.charAt(same) == key.charAt(same)) {
            same++;
        }
        return folderOf(folder.substring(0, same));
    }

    private static String hash(String folder) {
        return Sha256.hex(folder).substring(0, Contents.HOME_DIGITS);
    }
}
