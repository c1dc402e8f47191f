package dev.tally.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.stepfunctions.DefinitionBody;
import software.amazon.awscdk.services.stepfunctions.LogLevel;
import software.amazon.awscdk.services.stepfunctions.LogOptions;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.StateMachineType;
import software.constructs.Construct;

/**
 * The two state machines. Standard, because their runs may last for days, and because only Standard machines tell of their ends by
 * events. Each may call its own functions; the processing machine may besides start the jobs which the catalog names.
 */
final class Machines extends Construct {

    private final Environment environment;
    private final StateMachine processing;
    private final StateMachine archiving;

    Machines(Construct scope, String id, Environment environment, Functions functions) {
        super(scope, id);
        this.environment = environment;
        this.processing = machine("processing", "Processing",
                List.of(functions.verifier(), functions.outputs(), functions.outcome()));
        this.archiving = machine("archiving", "Archiving", List.of(functions.archiver(), functions.outcome()));
        JobPermissions.of(this, environment).forEach(processing::addToRolePolicy);
    }

    StateMachine processing() {
        return processing;
    }

    StateMachine archiving() {
        return archiving;
    }

    private StateMachine machine(String name, String id, List<TallyFunction> functions) {
        var machine = StateMachine.Builder.create(this, id)
                .stateMachineName(environment.functionName(name))
                .stateMachineType(StateMachineType.STANDARD)
                .definitionBody(DefinitionBody.fromString(definition(name)))
                .definitionSubstitutions(functions.stream()
                        .collect(Collectors.toMap(
                                function -> function.kind().constructId() + "Function",
                                function -> function.live().getFunctionArn())))
                .tracingEnabled(true)
                .logs(LogOptions.builder()
                        .level(LogLevel.ALL)
                        .includeExecutionData(true)
                        .destination(LogGroup.Builder.create(this, id + "Logs")
                                .retention(environment.deployment().logRetention())
                                .removalPolicy(environment.deployment().removal())
                                .build())
                        .build())
                .build();
        machine.addToRolePolicy(Allow.that(List.of("lambda:InvokeFunction"),
                functions.stream().map(function -> function.live().getFunctionArn()).toArray(String[]::new)));
        return machine;
    }

    private static String definition(String name) {
        var resource = "/dev/tally/statemachine/" + name + ".asl.json";
        try (var stream = Objects.requireNonNull(Machines.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
