package dev.tally.singer.lake;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How log files are named, such that the files of a tap sort by their names as they were made, and no two have the same.
 *
 * <pre>
 * template = [ "{prefix}" ] *( text / token ) "{ulid}" *( text / "{runner}" ) ".singer.jsonl{ext}"
 * token    = "{tap}" / "{yyyy}" / "{MM}" / "{dd}" / "{HH}"       each at most once, of the date only in this order and without a gap
 * text     = letters, digits, "." "_" "-" "=" and "/"            no part of the path begins with "."
 * </pre>
 *
 * Date and hour are those of the ULID, in UTC. A tap or runner has other characters than {@code A-Z a-z 0-9 . _ -} percent-encoded.
 */
public final class LogTemplate {
    private static final String END = LogName.SUFFIX + "{ext}";
    private static final List<String> DATE = List.of("yyyy", "MM", "dd", "HH");
    private static final Pattern TOKEN = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9._=/-]*");

    /** Behind what its constructor needs. */
    public static final LogTemplate DEFAULT = new LogTemplate("", "{tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}");

    private final String template;
    private final Pattern paths;

    /**
     * @param prefix before the whole; may have slashes
     * @throws IllegalArgumentException if the names would not sort or not be unique, with what is wrong
     */
    public LogTemplate(String prefix, String template) {
        this.template = prefix + (template.startsWith("{prefix}") ? template.substring("{prefix}".length()) : template);
        String fault = fault(this.template);
        if (!fault.isEmpty()) {
            throw new IllegalArgumentException("The template \"" + this.template + "\" cannot be used: " + fault);
        }
        paths = Pattern.compile(filled(token -> switch (token) {
            case "tap" -> "(?<tap>[^/]+?)";
            case "yyyy" -> "[0-9]{4,5}";
            case "ulid" -> "[0-9A-Z]{" + Ulid.LENGTH + "}";
            case "runner" -> "[^/]+?";
            case "ext" -> "(?:\\.gz)?";
            default -> "[0-9]{2}";
        }, Pattern::quote));
    }

    /** @param runner what the template may name it by; empty where it does not */
    public LogName name(Ulid ulid, String tap, String runner, boolean gzip) {
        var time = ulid.time().atOffset(ZoneOffset.UTC);
        String path = filled(token -> switch (token) {
            case "tap" -> Percent.encode(tap);
            case "runner" -> Percent.encode(runner);
            case "ulid" -> ulid.text();
            case "ext" -> gzip ? LogName.GZIP_SUFFIX : "";
            default -> time.format(DateTimeFormatter.ofPattern(token, Locale.ROOT));
        }, text -> text);
        return new LogName(path, ulid);
    }

    /** The tap of a log file with that path; empty if the path is not of this template, or the template does not tell it. */
    public Optional<String> tap(String path) {
        Matcher matcher = paths.matcher(path);
        return template.contains("{tap}") && matcher.matches()
                ? Optional.of(Percent.decode(matcher.group("tap")))
                : Optional.empty();
    }

    /** A tap's name as it stands in paths. */
    public static String encoded(String tap) {
        return Percent.encode(tap);
    }

    @Override
    public String toString() {
        return template;
    }

    private interface Words {
        String of(String word);
    }

    private String filled(Words tokens, Words texts) {
        var path = new StringBuilder();
        Matcher token = TOKEN.matcher(template);
        int end = 0;
        while (token.find()) {
            path.append(texts.of(template.substring(end, token.start()))).append(tokens.of(token.group(1)));
            end = token.end();
        }
        return path.append(texts.of(template.substring(end))).toString();
    }

    private static String fault(String template) {
        List<String> tokens = TOKEN.matcher(template).results().map(token -> token.group(1)).toList();
        int ulid = template.indexOf("{ulid}");
        var known = new ArrayList<>(DATE);
        known.addAll(List.of("tap", "ulid", "runner", "ext"));
        for (String token : tokens) {
            if (!known.contains(token)) {
                return "{" + token + "} is unknown; there are " + known.stream()
                        .map(name -> "{" + name + "}")
                        .collect(Collectors.joining(" ")) + ", and {prefix} at its beginning";
            }
            if (tokens.indexOf(token) != tokens.lastIndexOf(token)) {
                return "{" + token + "} stands twice";
            }
        }
        if (ulid < 0) {
            return "{ulid} is missing, without which one file would overwrite another";
        }
        if (!template.endsWith(END)) {
            return "it has to end with " + END;
        }
        if (template.indexOf('/', ulid) >= 0) {
            return "{ulid} has to be in the last part of the path, or names would not sort by it";
        }
        return orderFault(template, tokens, ulid);
    }

    private static String orderFault(String template, List<String> tokens, int ulid) {
        List<String> dates = tokens.stream().filter(DATE::contains).toList();
        if (!dates.equals(DATE.subList(0, dates.size()))) {
            return "{yyyy} {MM} {dd} {HH} have to stand in this order, none left out between, or names would not sort by time";
        }
        if (dates.stream().anyMatch(date -> template.indexOf("{" + date + "}") > ulid)) {
            return "date and hour have to stand before {ulid}";
        }
        if (template.contains("{tap}") && template.indexOf("{tap}") > ulid) {
            return "{tap} has to stand before {ulid}, or the files of several taps would be mixed";
        }
        if (template.contains("{runner}") && template.indexOf("{runner}") < ulid) {
            return "{runner} has to stand behind {ulid}, or files of one runner would sort before all of another";
        }
        return textFault(template, ulid);
    }

    private static String textFault(String template, int ulid) {
        String text = TOKEN.matcher(template).replaceAll("");
        if (!TEXT.matcher(text).matches()) {
            return "text in it may have letters, digits and . _ - = / only";
        }
        if (template.startsWith("/") || template.contains("//") || template.startsWith(".")
                || template.contains("/.")) {
            return "no part of the path may be empty or begin with a dot";
        }
        String behind = template.substring(ulid + "{ulid}".length());
        return Character.isLetterOrDigit(behind.charAt(0)) || behind.startsWith("{runner}")
                ? "behind {ulid} there has to be one of . _ - ="
                : "";
    }
}
