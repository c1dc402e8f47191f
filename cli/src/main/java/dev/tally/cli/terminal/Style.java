package dev.tally.cli.terminal;

/** How a piece of text stands out. */
public enum Style {
    PLAIN(""), BOLD("1"), DIM("2"), GOOD("32"), BAD("31"), BUSY("36"), WAITING("33"), TITLE("1;4");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The text in this style, if colours are on. */
    public String on(String text, boolean colour) {
        return colour && !code.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
