package dev.tally.singer.lake;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of a log file in its lake, and the paths of what lies beside it.
 *
 * <pre>
 * log     = [ folder "/" ] stem ".singer.jsonl" [ ".gz" ]        stem contains the ULID, and no "/"
 * facts   = … stem ".facts.json"
 * journal = … stem ".facts.journal"                              only while the log grows in place
 * partial = … stem ".partial"                                    what a tap left of a last line
 * </pre>
 *
 * Logs alone have ".singer" in their names, since readers of others (tap-singer-jsonl) take every file with it for one.
 *
 * @param path relative to the lake, with slashes
 */
public record LogName(String path, Ulid ulid) {
    /** Where the copies of data files are, in each lake. */
    public static final String COPIES = "batch/";

    static final String SUFFIX = ".singer.jsonl";
    static final String GZIP_SUFFIX = ".gz";

    private static final String FACTS = ".facts.json";
    private static final String JOURNAL = ".facts.journal";
    private static final String PARTIAL = ".partial";
    private static final List<String> BESIDE = List.of(FACTS, JOURNAL, PARTIAL);
    private static final Pattern LOG = Pattern.compile("(?<stem>(?:.*/)?[^/]*?(?<ulid>[0-7][" + Ulid.LETTERS + "]{25})"
            + "(?:[^0-9A-Za-z/][^/]*)?)\\.singer\\.jsonl(?<gz>\\.gz)?", Pattern.DOTALL);

    /** @throws IllegalArgumentException if that is no path of a log file, or of another ULID */
    public LogName {
        if (!ulid(path).equals(Optional.of(ulid))) {
            throw new IllegalArgumentException(
                    "\"" + path + "\" is no path of a log file with the ULID " + ulid);
        }
    }

    /** The log file of that path; empty if the path is that of something else. */
    public static Optional<LogName> parse(String path) {
        return ulid(path).map(ulid -> new LogName(path, ulid));
    }

    public boolean isGzip() {
        return path.endsWith(GZIP_SUFFIX);
    }

    public String facts() {
        return stem() + FACTS;
    }

    public String journal() {
        return stem() + JOURNAL;
    }

    public String partial() {
        return stem() + PARTIAL;
    }

    /** Where the lake keeps a copy of a data file that this log names: {@code batch/<ulid>/<number>-<name>}. */
    public String copyOf(String uri, int number) {
        return COPIES + ulid + "/" + number + "-" + Percent.encode(uri.substring(uri.lastIndexOf('/') + 1));
    }

    /** Whether a file is one that a recorder puts into a lake besides data files, by its path. */
    public static boolean isOfRecorder(String path) {
        return parse(path).isPresent() || BESIDE.stream().anyMatch(path::endsWith);
    }

    /** The last part of the path. */
    public String fileName() {
        return fileName(path);
    }

    /** The last part of any path of a lake. */
    public static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String stem() {
        return path.substring(0, path.lastIndexOf(SUFFIX));
    }

    private static Optional<Ulid> ulid(String path) {
        Matcher log = LOG.matcher(path);
        return log.matches() ? Ulid.parse(log.group("ulid")) : Optional.empty();
    }
}
