package dev.tally.infra;

import java.util.List;
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

    static final String PROCESSING = "processing";
    private static final String ARCHIVING = "archiving";

    private final Environment environment;
    private final StateMachine processing;
    private final StateMachine archiving;

    Machines(Construct scope, String id, Environment environment, Functions functions) {
        super(scope, id);
        this.environment = environment;
        this.processing = machine(PROCESSING, "Processing", dev.tally.statemachine.StateMachine.PROCESSING,
                List.of(functions.of(FunctionKind.VERIFIER), functions.of(FunctionKind.OUTPUTS),
                        functions.of(FunctionKind.OUTCOME)));
        this.archiving = machine(ARCHIVING, "Archiving", dev.tally.statemachine.StateMachine.ARCHIVING,
                List.of(functions.of(FunctionKind.ARCHIVER), functions.of(FunctionKind.OUTCOME)));
        JobPermissions.of(this, environment).forEach(processing::addToRolePolicy);
        Compliance.exceptTracing(this);
        Compliance.exceptJobs(processing);
    }

    StateMachine processing() {
        return processing;
    }

    StateMachine archiving() {
        return archiving;
    }

    private StateMachine machine(String shortName, String id, dev.tally.statemachine.StateMachine definition,
            List<TallyFunction> functions) {
        var machine = StateMachine.Builder.create(this, id)
                .stateMachineName(environment.resource(shortName))
                .stateMachineType(StateMachineType.STANDARD)
                .definitionBody(DefinitionBody.fromString(definition.definition()))
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
}
