package dev.tally.cli.singer;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;

/** Where messages come from: the standard input, or a command that is run here. */
sealed interface Tap permits Tap.Pipe, TapCommand {
    InputStream output();

    /** Its exit code, when it has said all; 0 where it is not known. */
    int exit();

    /** The standard input. Closing it ends a read that waits, as a stream on the descriptor would not. */
    record Pipe(InputStream output) implements Tap {
        @Override
        public int exit() {
            return 0;
        }
    }

    static Tap standardInput() {
        return new Pipe(Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel()));
    }

    /** What a command is called by. */
    static String name(List<String> command) {
        return command.isEmpty() ? "tap" : Path.of(command.getFirst()).getFileName().toString();
    }
}
