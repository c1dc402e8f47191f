package dev.tally.cli;

import java.util.function.Function;

import picocli.CommandLine.Mixin;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.Json;

/**
 * What the commands share that do something to a delivery as it is at this moment. The request names revision and attempt,
 * so it may be sent again, and does nothing to a delivery that went on meanwhile.
 */
final class InterventionOptions {
    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private DeliveryOptions delivery = new DeliveryOptions();

    /**
     * What was done.
     *
     * @param attempt the one that the delivery is in then
     * @param changed false if it had been done before
     */
    record Done(DeliveryView before, long attempt, boolean changed) {}

    /**
     * Sends the request, and prints what was done.
     *
     * @param request what it needs beside id, revision and attempt
     * @param sentence what is said to people
     */
    int send(Shell shell, String path, Json.Fields request, Function<Done, String> sentence) {
        var connection = api.connect(shell);
        var before = delivery.get(connection);
        request.put("id", before.id()).put("revision", before.revision()).put("attempt", before.attempt());
        var answer = connection.post(path, request);
        shell.out()
                .println(output.isJson()
                        ? answer.line()
                        : sentence.apply(new Done(before, answer.path("attempt").whole(before.attempt()),
                                answer.path("changed").truth(true))));
        return Exit.OK;
    }
}
