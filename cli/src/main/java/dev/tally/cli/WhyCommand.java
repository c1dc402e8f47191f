package dev.tally.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.api.Json;
import dev.tally.cli.api.TallyApi;
import dev.tally.cli.api.WhyView;
import dev.tally.cli.api.WhyView.Blocking;
import dev.tally.dataset.DeliveryId;

/** Tells what a delivery waits for. */
@Command(name = "why", mixinStandardHelpOptions = true, description = "Tells why a delivery waits: which members are missing or differ, and since when; or why it ended.")
final class WhyCommand implements Callable<Integer> {
    private static final int LARGEST_PAGE = 1000;

    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = DeliveryArgument.LABEL, converter = DeliveryArgument.class, description = "The delivery.")
    private DeliveryId delivery;

    @Option(names = "--revision", paramLabel = "REVISION", description = "An older revision; the newest is the default.")
    @Nullable
    private String revision;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "At most so many members; 20 is the default.")
    private int limit;

    WhyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw Trouble.usage("--limit is 1 or more, not " + limit + ".", "");
        }
        var connection = api.connect(shell);
        return print(connection);
    }

    private int print(TallyApi connection) {
        var why = Deliveries.why(connection, delivery, revision, Math.min(limit, LARGEST_PAGE), null);
        var members = new ArrayList<Blocking>(why.members());
        var documents = new ArrayList<Json>(why.json().path("members").items());
        var page = why;
        while (members.size() < limit && page.nextToken().isPresent()) {
            page = Deliveries.why(connection, delivery, why.revision(),
                    Math.min(limit - members.size(), LARGEST_PAGE), page.nextToken().get());
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
            new WhyText(shell).print(why, List.copyOf(members), more);
            if (more) {
                shell.err().println("There are more; --limit " + limit * 2 + " shows them.");
            }
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
