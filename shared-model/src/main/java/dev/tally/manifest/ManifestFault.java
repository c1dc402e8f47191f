package dev.tally.manifest;

/**
 * One thing that is wrong with a manifest.
 *
 * @param line 1 or more, 0 if it concerns the whole
 * @param column 1 or more, 0 if it concerns the whole
 * @param place where in the document, as a JSON path ({@code $.members[3].size}) or what its format has instead
 * @param message what is wrong and what would be right
 */
public record ManifestFault(int line, int column, String place, String message) {
    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ", column " + column + ", " : "") + place + ": " + message;
    }
}
