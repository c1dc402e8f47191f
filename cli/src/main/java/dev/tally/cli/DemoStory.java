package dev.tally.cli;

import dev.tally.cli.terminal.Style;

/** What the demo tells: a story for people, and for programs one line for each change of status and nothing else. */
final class DemoStory {
    private final Shell shell;
    private final boolean json;
    private int chapter;

    DemoStory(Shell shell, boolean json) {
        this.shell = shell;
        this.json = json;
    }

    boolean isJson() {
        return json;
    }

    void chapter(String title) {
        chapter++;
        if (!json) {
            shell.out()
                    .println((chapter > 1 ? System.lineSeparator() : "")
                            + Style.BOLD.on(chapter + ". " + title, shell.terminal().colour()));
            shell.out().flush();
        }
    }

    void tell(String sentence) {
        if (!json) {
            shell.out().println("   " + sentence);
            shell.out().flush();
        }
    }

    /** A command that the reader could type, with what it is for. */
    void suggest(String command, String purpose) {
        if (!json) {
            shell.out().println("   " + Style.BUSY.on(command, shell.terminal().colour()));
            shell.out().println("       " + Style.DIM.on(purpose, shell.terminal().colour()));
        }
    }

}
