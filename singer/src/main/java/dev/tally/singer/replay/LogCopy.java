package dev.tally.singer.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.StreamNames;
import dev.tally.singer.read.Survey;

/** Copies the wanted lines of one log, byte by byte. Lines that lie side by side are written together. */
final class LogCopy {
    private static final int BUFFER = 256 * 1024;

    private final Survey survey;
    private final Selection selection;
    private final Choice choice;
    private final OutputStream out;
    private final OutputStream invalid;

    /** Whether nothing is left out but lines that the recorder added. */
    private final boolean isWhole;
    private final Sniffer sniffer = new Sniffer();
    private final StreamNames names = new StreamNames();
    private final List<Boolean> wanted = new ArrayList<>();

    /**
     * What depends on who gets the messages.
     *
     * @param streams which are wanted
     * @param states whether STATE messages are wanted
     * @param streamless whether other lines of no stream are wanted
     * @param injected whether a SCHEMA line is wanted that the recorder added, by its stream
     */
    record Choice(Predicate<String> streams, boolean states, boolean streamless,
            Predicate<String> injected) {}

    /** @param invalid gets the lines that are skipped for being no messages */
    LogCopy(Survey survey, Selection selection, Choice choice, OutputStream out, OutputStream invalid) {
        this.survey = survey;
        this.selection = selection;
        this.choice = choice;
        this.out = out;
        this.invalid = invalid;
        isWhole = choice.states && choice.streamless && selection.activateVersions() && survey.content().others() == 0
                && (selection.invalid() != Selection.Invalid.SKIP || survey.content().invalid() == 0)
                && survey.content().streams().keySet().stream().allMatch(choice.streams);
    }

    /** @return how many lines were given out */
    long copy(InputStream content) throws IOException {
        return isWhole && survey.content().injected().isEmpty() ? copyBytes(content) : copyLines(content);
    }

    private long copyBytes(InputStream content) throws IOException {
        var buffer = new byte[BUFFER];
        long left = survey.content().bytes();
        while (left > 0) {
            int count = content.read(buffer, 0, (int) Math.min(left, BUFFER));
            if (count < 0) {
                throw shorter();
            }
            out.write(buffer, 0, count);
            left -= count;
        }
        return survey.content().lines();
    }

    private long copyLines(InputStream content) throws IOException {
        var reader = new LineReader(content);
        long lines = survey.content().lines();
        long line = 0;
        long given = 0;
        while (line < lines) {
            if (!reader.readMore()) {
                throw shorter();
            }
            // The lines that are wanted and not yet written.
            int from = reader.end();
            int to = from;
            while (line < lines && reader.nextRead()) {
                line++;
                if (isWanted(reader, line)) {
                    given++;
                } else {
                    out.write(reader.buffer(), from, to - from);
                    from = reader.end();
                }
                to = reader.end();
            }
            out.write(reader.buffer(), from, to - from);
        }
        return given;
    }

    private IOException shorter() {
        return new IOException(survey.path() + " is shorter than it was a moment ago: somebody changes the lake");
    }

    private boolean isWanted(LineReader reader, long line) throws IOException {
        boolean added = survey.content().injected().contains(line);
        if (isWhole && !added) {
            return true;
        }
        MessageType type = sniffer.sniff(reader.buffer(), reader.start(), reader.end());
        return switch (type) {
            case RECORD, BATCH -> isOfWantedStream();
            case SCHEMA -> isOfWantedStream() && (!added || choice.injected.test(sniffer.stream()));
            case ACTIVATE_VERSION -> selection.activateVersions() && isOfWantedStream();
            case STATE -> choice.states;
            case OTHER -> sniffer.hasStream() ? isOfWantedStream() : choice.streamless;
            case INVALID -> keepsInvalid(reader);
        };
    }

    private boolean isOfWantedStream() {
        int number = names.number(sniffer.streamBytes(), sniffer.streamFrom(), sniffer.streamTo());
        if (number == wanted.size()) {
            wanted.add(choice.streams.test(sniffer.stream()));
        }
        return wanted.get(number);
    }

    private boolean keepsInvalid(LineReader reader) throws IOException {
        if (choice.streamless && selection.invalid() == Selection.Invalid.SKIP) {
            invalid.write(reader.buffer(), reader.start(), reader.end() - reader.start());
            return false;
        }
        return choice.streamless;
    }
}
