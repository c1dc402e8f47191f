package dev.tally.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows under a heading, each column as wide as its widest cell. The columns that were named flexible give way, in their middle, where a row
 * would not fit the terminal; for a pipe nothing is ever cut.
 */
public final class Table {

    /** One cell: text without colours, and its style. */
    public record Cell(String text, Style style) {

        public Cell {
            text = Printable.of(text);
        }

        public static Cell of(String text) {
            return new Cell(text, Style.PLAIN);
        }
    }

    /** One column: its heading, whether its cells stand at the right, whether it may be cut. */
    public record Column(String heading, boolean right, boolean flexible) {

        public static Column left(String heading) {
            return new Column(heading, false, false);
        }

        public static Column right(String heading) {
            return new Column(heading, true, false);
        }

        public static Column flexible(String heading) {
            return new Column(heading, false, true);
        }
    }

    private static final String GAP = "  ";
    private static final int NARROWEST = 12;

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    public Table(Column... columns) {
        this.columns = List.of(columns);
    }

    /** Adds a row with one cell for each column. */
    public void add(Cell... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The lines of the table, heading first. */
    public List<String> lines(Terminal terminal) {
        int[] widths = widths(terminal.outIsTerminal() ? terminal.columns() : Integer.MAX_VALUE / 2);
        var lines = new ArrayList<String>();
        lines.add(
                line(columns.stream().map(column -> new Cell(column.heading(), Style.DIM)).toList(), widths, terminal));
        rows.forEach(row -> lines.add(line(row, widths, terminal)));
        return lines;
    }

    private int[] widths(int available) {
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> Math.max(Width.of(columns.get(i).heading()),
                        rows.stream().mapToInt(row -> Width.of(row.get(i).text())).max().orElse(0)))
                .toArray();
        int excess = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) - available;
        while (excess > 0) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> columns.get(i).flexible() && widths[i] > NARROWEST)
                    .reduce(-1, (a, b) -> a < 0 || widths[b] > widths[a] ? b : a);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    private String line(List<Cell> cells, int[] widths, Terminal terminal) {
        return IntStream.range(0, cells.size()).mapToObj(i -> {
            var cell = cells.get(i);
            var text = Width.cut(cell.text(), widths[i], terminal.unicode());
            var padded = columns.get(i).right() ? Width.right(text, widths[i]) : Width.left(text, widths[i]);
            boolean last = i == cells.size() - 1;
            return cell.style().on(last ? padded.stripTrailing() : padded, terminal.colour());
        }).collect(Collectors.joining(GAP)).stripTrailing();
    }
}
