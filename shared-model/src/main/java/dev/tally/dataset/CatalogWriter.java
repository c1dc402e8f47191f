package dev.tally.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes a catalog as the JSON that {@link CatalogReader} reads; equal catalogs give equal text. */
public final class CatalogWriter {
    private CatalogWriter() {}

    public static ObjectNode write(Catalog catalog) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("environment", catalog.environment());
        ArrayNode datasets = root.putArray("datasets");
        catalog.datasets().forEach(dataset -> write(dataset, datasets.addObject()));
        return root;
    }

    private static void write(Dataset dataset, ObjectNode node) {
        node.put("name", dataset.name());
        texts(node, "prefixes", dataset.prefixes());
        texts(node, "formats", dataset.formats().stream().map(ManifestFormat::label).toList());
        dataset.owner().ifPresent(owner -> {
            ObjectNode written = node.putObject("owner").put("name", owner.name());
            owner.email().ifPresent(email -> written.put("email", email));
        });
        dataset.deadline().ifPresent(deadline -> node.put("deadline", deadline.toString()));
        write(dataset.job(), node.putObject("job"));
        dataset.archive().ifPresent(archive -> {
            ObjectNode written = node.putObject("archive").put("prefix", archive.prefix());
            texts(written, "include", Arrays.stream(ArchivePolicy.Part.values())
                    .filter(archive::includes)
                    .map(CatalogWriter::label)
                    .toList());
        });
        if (!dataset.notifications().isEmpty()) {
            texts(node.putObject("notifications"), "email", dataset.notifications());
        }
    }

    private static void write(Job job, ObjectNode node) {
        node.put("kind", job.kind());
        switch (job) {
            case Job.Lambda lambda ->
                node.put("function", lambda.function()).put("timeout", lambda.timeout().toString());
            case Job.StateMachine machine -> node.put("stateMachine", machine.stateMachine())
                    .put("timeout", machine.timeout().toString());
            case Job.Batch batch -> node.put("jobQueue", batch.jobQueue())
                    .put("jobDefinition", batch.jobDefinition())
                    .put("timeout", batch.timeout().toString());
            case Job.Ecs ecs -> {
                node.put("cluster", ecs.cluster())
                        .put("taskDefinition", ecs.taskDefinition())
                        .put("container", ecs.container());
                texts(node, "subnets", ecs.subnets());
                texts(node, "securityGroups", ecs.securityGroups());
                texts(node, "roles", ecs.roles());
                node.put("assignPublicIp", ecs.assignPublicIp()).put("timeout", ecs.timeout().toString());
            }
            case Job.None _ -> {
            }
        }
    }

    static String label(ArchivePolicy.Part part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    private static void texts(ObjectNode node, String field, List<String> texts) {
        ArrayNode array = node.putArray(field);
        texts.forEach(array::add);
    }
}
