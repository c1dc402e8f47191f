package dev.tally.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.api.Json;
import dev.tally.cli.api.WhyView;
import dev.tally.cli.api.WhyView.Blocking;

/** Tells what a delivery waits for. */
@Command(name = "why", mixinStandardHelpOptions = true, description = {
    "Tells why a delivery waits: which members are missing or differ, and since when; or why it ended.",
    "Of a delivery of Singer messages it tells as well which data files in its folders no log of the dataset names."})
final class WhyCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private DeliveryOptions delivery = new DeliveryOptions();

    @Mixin
    private LimitOption limit = new LimitOption(20);

    WhyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        int most = limit.get();
        var connection = api.connect(shell);
        var why = Deliveries.whyWithOrphans(connection, delivery.id(), delivery.revision(), limit.page(0));
        var members = new ArrayList<Blocking>(why.members());
        var documents = new ArrayList<Json>(why.json().path("members").items());
        var page = why;
        while (members.size() < most && page.nextToken().isPresent()) {
            page = Deliveries.why(connection, delivery.id(), why.revision(), limit.page(members.size()),
                    page.nextToken().get());
            members.addAll(page.members());
            documents.addAll(page.json().path("members").items());
        }
        boolean more = page.nextToken().isPresent();
        if (output.isJson()) {
            var document = Json.object();
            if (why.json() instanceof Json.Fields fields) {
                fields.values().forEach(document::put);
            }
            document.remove("nextToken").put("members", new Json.Items(documents)).put("more", more);
            shell.out().println(document.line());
        } else {
            var text = new WhyText(shell);
            text.print(why, List.copyOf(members), more);
            why.orphans().ifPresent(orphans -> text.print(orphans, most));
            if (more) {
                limit.tellThatThereAreMore(shell);
            }
            StatusText.advice(shell, why.status(), why.id()).ifPresent(shell.err()::println);
        }
        return exit(why);
    }

    /** Complete is as good as archived here: nothing is missing. */
    private static int exit(WhyView why) {
        if (why.waiting()) {
            return Exit.INCOMPLETE;
        }
        int exit = StatusText.exit(why.status(), true);
        return exit == Exit.INCOMPLETE ? Exit.OK : exit;
    }
}
