package dev.tally.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

import dev.tally.spelling.Spelling;

/**
 * Reads and checks a catalog wholly.
 *
 * <pre>
 * catalog      = { environment, datasets: [dataset…] }
 * dataset      = { name, prefixes: [prefix…], job, formats?: ["tally"], owner?: { name, email? }, deadline?: duration,
 *                  archive?: { prefix, include?: ["members", "outputs"] }, notifications?: { email: [address…] } }
 * job          = { kind: "lambda", function, timeout?: duration }
 *              | { kind: "stateMachine", stateMachine, timeout? }
 *              | { kind: "batch", jobQueue, jobDefinition, timeout? }
 *              | { kind: "ecs", cluster, taskDefinition, container, subnets: […], securityGroups?: […],
 *                  assignPublicIp?: boolean, roles?: […], timeout? }
 *              | { kind: "none" }
 * duration     = ISO 8601, whole seconds: PT15M, PT6H, P2D
 * </pre>
 *
 * No field is known beside these, and a field without a value is a fault.
 */
public final class CatalogReader {
    private static final List<String> KINDS = List.of("lambda", "stateMachine", "batch", "ecs", "none");
    private static final List<String> PARTS = Stream.of(ArchivePolicy.Part.values()).map(CatalogWriter::label).toList();
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final List<CatalogFault> faults = new ArrayList<>();
    private final Map<String, Claim> names = new HashMap<>();
    private final List<Claim> landing = new ArrayList<>();
    private final List<Claim> archives = new ArrayList<>();

    private CatalogReader() {}

    /** @throws CatalogException with all faults, if there is one */
    public static Catalog read(JsonNode catalog) {
        CatalogReader reader = new CatalogReader();
        Optional<Catalog> read = Fields.of(catalog, "$", reader.faults).flatMap(reader::catalog);
        return read.orElseThrow(() -> new CatalogException(reader.faults));
    }

    /**
     * Reads JSON; the stream is left open.
     *
     * @throws CatalogException with all faults, if there is one
     * @throws UncheckedIOException if the stream fails
     */
    public static Catalog read(InputStream json) {
        try {
            return read(JSON.readTree(json));
        } catch (JsonProcessingException broken) {
            String place = "line " + broken.getLocation().getLineNr() + ", column "
                    + broken.getLocation().getColumnNr();
            throw new CatalogException(List.of(new CatalogFault(place, broken.getOriginalMessage())));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<Catalog> catalog(Fields fields) {
        Optional<String> environment = fields.requiredText("environment", Rules::environment);
        List<Dataset> datasets = new ArrayList<>();
        if (!fields.has("datasets")) {
            fields.missing("datasets");
        }
        List<JsonNode> items = fields.list("datasets");
        for (int i = 0; i < items.size(); i++) {
            Fields.of(items.get(i), fields.path("datasets") + '[' + i + ']', faults)
                    .flatMap(this::dataset)
                    .ifPresent(datasets::add);
        }
        fields.refuseOthers();
        refuseOverlaps(landing);
        refuseOverlaps(archives);
        return faults.isEmpty() ? environment.map(name -> new Catalog(name, datasets)) : Optional.empty();
    }

    /** Empty only if there is a fault. */
    private Optional<Dataset> dataset(Fields fields) {
        Optional<String> name = fields.requiredText("name", Rules::dataset);
        String owning = name.orElse(fields.path("name"));
        name.ifPresent(text -> claimName(text, fields.path("name")));
        List<String> prefixes = fields.requiredTexts("prefixes", Rules::prefix);
        prefixes.forEach(prefix -> landing.add(new Claim(prefix, owning, fields.path("prefixes"))));
        List<ManifestFormat> formats = formats(fields);
        Optional<Owner> owner = fields.object("owner").flatMap(CatalogReader::owner);
        Optional<Duration> deadline = fields.duration("deadline", Dataset.LONGEST_DEADLINE);
        Optional<Job> job = fields.requiredObject("job").flatMap(CatalogReader::job);
        Optional<ArchivePolicy> archive = fields.object("archive").flatMap(policy -> archive(policy, owning));
        List<String> notifications = fields.object("notifications").map(CatalogReader::emails).orElse(List.of());
        fields.refuseOthers();
        return faults.isEmpty()
                ? Optional.of(new Dataset(name.orElseThrow(), prefixes, formats, owner, deadline, job.orElseThrow(),
                        archive, notifications))
                : Optional.empty();
    }

    private static List<ManifestFormat> formats(Fields fields) {
        if (!fields.has("formats")) {
            return List.of(ManifestFormat.TALLY);
        }
        return fields.requiredTexts("formats", text -> oneOf(text, ManifestFormat.labels()))
                .stream()
                .flatMap(label -> ManifestFormat.of(label).stream())
                .toList();
    }

    private static Optional<Owner> owner(Fields fields) {
        Optional<String> name = fields.requiredText("name", Rules::label);
        Optional<String> email = fields.text("email", Rules::email);
        fields.refuseOthers();
        return name.map(text -> new Owner(text, email));
    }

    private static List<String> emails(Fields fields) {
        List<String> emails = fields.texts("email", Rules::email);
        fields.refuseOthers();
        return emails;
    }

    private Optional<ArchivePolicy> archive(Fields fields, String dataset) {
        Optional<String> prefix = fields.requiredText("prefix", Rules::prefix);
        prefix.ifPresent(text -> archives.add(new Claim(text, dataset, fields.path("prefix"))));
        Set<ArchivePolicy.Part> include = EnumSet.allOf(ArchivePolicy.Part.class);
        if (fields.has("include")) {
            List<String> labels = fields.requiredTexts("include", text -> oneOf(text, PARTS));
            include = Stream.of(ArchivePolicy.Part.values())
                    .filter(part -> labels.contains(CatalogWriter.label(part)))
                    .collect(Collectors.toSet());
        }
        fields.refuseOthers();
        return faults.isEmpty() ? Optional.of(new ArchivePolicy(prefix.orElseThrow(), include)) : Optional.empty();
    }

    private static Optional<Job> job(Fields fields) {
        Optional<String> kind = fields.requiredText("kind", text -> oneOf(text, KINDS));
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        Optional<Job> job = switch (kind.get()) {
            case "lambda" -> lambda(fields);
            case "stateMachine" -> stateMachine(fields);
            case "batch" -> batch(fields);
            case "ecs" -> ecs(fields);
            default -> Optional.of(new Job.None());
        };
        fields.refuseOthers();
        return job;
    }

    private static Optional<Job> lambda(Fields fields) {
        Optional<String> function = fields.requiredText("function", Rules::resource);
        Optional<Duration> timeout = fields.duration("timeout", Job.Lambda.LONGEST);
        return function.map(name -> new Job.Lambda(name, timeout.orElse(Job.Lambda.LONGEST)));
    }

    private static Optional<Job> stateMachine(Fields fields) {
        Optional<String> machine = fields.requiredText("stateMachine", Rules::resource);
        Duration timeout = timeout(fields);
        return machine.map(name -> new Job.StateMachine(name, timeout));
    }

    private static Optional<Job> batch(Fields fields) {
        Optional<String> queue = fields.requiredText("jobQueue", Rules::resource);
        Optional<String> definition = fields.requiredText("jobDefinition", Rules::resource);
        Duration timeout = timeout(fields);
        return queue.flatMap(q -> definition.map(d -> new Job.Batch(q, d, timeout)));
    }

    private static Optional<Job> ecs(Fields fields) {
        Optional<String> cluster = fields.requiredText("cluster", Rules::resource);
        Optional<String> definition = fields.requiredText("taskDefinition", Rules::resource);
        Optional<String> container = fields.requiredText("container", Rules::resource);
        List<String> subnets = fields.requiredTexts("subnets", Rules::resource);
        List<String> groups = fields.texts("securityGroups", Rules::resource);
        boolean publicIp = fields.flag("assignPublicIp").orElse(false);
        List<String> roles = fields.texts("roles", Rules::resource);
        Duration timeout = timeout(fields);
        if (cluster.isEmpty() || definition.isEmpty() || container.isEmpty() || subnets.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Job.Ecs(cluster.get(), definition.get(), container.get(), subnets, groups, publicIp,
                roles, timeout));
    }

    private static Duration timeout(Fields fields) {
        return fields.duration("timeout", Job.LONGEST).orElse(Job.USUAL);
    }

    private void claimName(String name, String place) {
        Claim first = names.putIfAbsent(name, new Claim(name, name, place));
        if (first != null) {
            faults.add(new CatalogFault(place, "another dataset is called " + name + ", at " + first.place));
        }
    }

    private void refuseOverlaps(List<Claim> claims) {
        for (Claim outer : claims) {
            for (Claim inner : claims) {
                boolean first = claims.indexOf(outer) < claims.indexOf(inner);
                boolean same = inner.prefix.equals(outer.prefix);
                if (!inner.dataset.equals(outer.dataset) && inner.prefix.startsWith(outer.prefix) && (first || !same)) {
                    faults.add(new CatalogFault(inner.place, Spelling.quote(inner.prefix) + " lies within "
                            + Spelling.quote(outer.prefix) + " of dataset " + outer.dataset));
                }
            }
        }
    }

    private static @Nullable String oneOf(String text, List<String> known) {
        return known.contains(text) ? null : Spelling.quote(text) + " is unknown; " + Spelling.hint(text, known);
    }

    /** A name or prefix that a dataset takes for itself, and where it says so. */
    private record Claim(String prefix, String dataset, String place) {}
}
