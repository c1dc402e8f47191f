package dev.tally.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.Status;
import dev.tally.cli.api.Json;
import dev.tally.cli.api.TallyApi;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;

/** Lists deliveries, those that changed last first. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists deliveries: open ones, and those that ended.")
final class ListCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--dataset", paramLabel = "NAME", description = "Only those of this dataset.")
    @Nullable
    private String dataset;

    @Option(names = "--status", paramLabel = "STATUS", description = "Only those in this status: ${COMPLETION-CANDIDATES}.")
    @Nullable
    private Status status;

    @Mixin
    private LimitOption limit = new LimitOption(50);

    ListCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        int most = limit.get();
        var connection = api.connect(shell);
        var found = read(connection, most);
        if (output.isJson()) {
            printJson(found);
        } else {
            printTable(found);
        }
        return Exit.OK;
    }

    /** @param more whether there are more than the limit */
    private record Found(List<DeliveryView> deliveries, boolean more) {}

    /** A page may be empty and still have a next one, so it goes on until there is no token. */
    private Found read(TallyApi connection, int most) {
        var deliveries = new ArrayList<DeliveryView>();
        String token = "";
        do {
            var query = new LinkedHashMap<String, String>();
            if (dataset != null) {
                query.put("dataset", dataset);
            }
            if (status != null) {
                query.put("status", status.name());
            }
            query.put("limit", Integer.toString(limit.page(deliveries.size())));
            if (!token.isEmpty()) {
                query.put("token", token);
            }
            var page = connection.find("/deliveries", query)
                    .orElseThrow(() -> Trouble.notFound(
                            "There is no dataset " + dataset + ".", "tally datasets shows which there are."));
            page.path("deliveries").items().forEach(delivery -> deliveries.add(DeliveryView.of(delivery)));
            token = page.path("nextToken").text();
        } while (!token.isEmpty() && deliveries.size() < most);
        boolean more = !token.isEmpty() || deliveries.size() > most;
        return new Found(List.copyOf(deliveries.subList(0, Math.min(most, deliveries.size()))), more);
    }

    private void printJson(Found found) {
        var deliveries = new Json.Items(found.deliveries().stream().map(DeliveryView::json).toList());
        var document = Json.object().put("deliveries", deliveries).put("more", found.more());
        shell.out().println(document.line());
    }

    private void printTable(Found found) {
        if (found.deliveries().isEmpty()) {
            shell.err()
                    .println("No deliveries" + (dataset == null ? "" : " in " + dataset)
                            + (status == null ? "" : " that are " + status.name().toLowerCase(Locale.ROOT)) + ".");
            return;
        }
        var table = new Table(Column.flexible("DELIVERY"), Column.left("STATUS"), Column.right("MEMBERS"),
                Column.left("CHANGED"), Column.flexible("NOTE"));
        var now = shell.clock().instant();
        found.deliveries()
                .forEach(delivery -> table.add(Cell.of(delivery.id()),
                        new Cell(delivery.status().name(), StatusText.style(delivery.status())),
                        Cell.of(String.format(Locale.ROOT, "%,d", delivery.members())),
                        Cell.of(Human.ago(delivery.changedAt(), now)), note(delivery)));
        table.lines(shell.terminal()).forEach(shell.out()::println);
        if (found.more()) {
            limit.tellThatThereAreMore(shell);
        }
    }

    private static Cell note(DeliveryView delivery) {
        if (delivery.overdue()) {
            return new Cell("overdue", Style.BAD);
        }
        return Cell.of(delivery.reason()
                .map(DeliveryView.ReasonView::sentence)
                .orElse(delivery.attempt() > 1 ? "attempt " + delivery.attempt() : ""));
    }
}
