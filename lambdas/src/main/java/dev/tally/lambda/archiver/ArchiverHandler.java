package dev.tally.lambda.archiver;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.S3Catalog;
import dev.tally.aws.S3ObjectCopier;
import dev.tally.aws.S3ObjectReader;
import dev.tally.aws.S3ObjectWriter;
import dev.tally.aws.WorkFiles;
import dev.tally.completeness.Deliveries;
import dev.tally.dataset.ArchivePolicy;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.lambda.Attempt;
import dev.tally.lambda.EventLog;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.storage.Budget;
import dev.tally.storage.ObjectCopier;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;

/**
 * Archives a delivery in three steps, tasks of the archiving machine:
 *
 * <pre>
 * in:  { action: "plan", dataset, delivery, revision, attempt }                → { due, parts: [part…] }
 *    | { action: "copy", dataset, delivery, revision, attempt, part, cursor? } → { done, cursor }
 *    | { action: "seal", dataset, delivery, revision, attempt, parts }         → { archive: "s3://…/delivery.json" }
 * part: { index, source: "members" | "outputs", from, to }
 * </pre>
 *
 * Until a part is done it is called again with the cursor of its answer.
 */
public final class ArchiverHandler extends FunctionHandler {
    /** For a window of copies of up to 5 GiB each. */
    private static final Duration RESERVE = Duration.ofMinutes(4);

    private final Supplier<Catalog> catalog;
    private final Deliveries deliveries;
    private final String archive;
    private final WorkFiles work;
    private final ObjectWriter writer;
    private final Planner planner;
    private final PartArchiver parts;
    private final Sealer sealer;

    public ArchiverHandler() {
        this(System.getenv());
    }

    public ArchiverHandler(Map<String, String> environment) {
        this(Settings.read(environment, EnumSet.of(Setting.TABLE, Setting.CATALOG, Setting.WORK_BUCKET,
                Setting.ARCHIVE_BUCKET)), new AwsClients(environment));
        primeBeforeSnapshot();
    }

    private ArchiverHandler(Settings settings, AwsClients clients) {
        this(settings, new S3Catalog(clients, settings.catalog()), new DynamoDeliveries(clients, settings.table()),
                new Storage(new S3ObjectReader(clients.s3()), new S3ObjectWriter(clients.s3()),
                        new S3ObjectCopier(clients.s3())),
                InstantSource.system());
    }

    ArchiverHandler(Settings settings, Supplier<Catalog> catalog, Deliveries deliveries, Storage storage,
            InstantSource clock) {
        super("archiver", settings);
        this.catalog = catalog;
        this.deliveries = deliveries;
        this.archive = settings.archiveBucket();
        this.work = new WorkFiles(settings.workBucket());
        this.writer = storage.writer();
        this.planner = new Planner(storage.reader());
        this.parts = new PartArchiver(storage.reader(), new FileCopy(storage.reader(), storage.copier()));
        this.sealer = new Sealer(storage.reader(), storage.writer(), clock);
    }

    /** Its ways to S3. */
    record Storage(ObjectReader reader, ObjectWriter writer, ObjectCopier copier) {}

    /** A delivery that is due to be archived. */
    private record Due(Delivery delivery, ArchivePolicy policy, Layout layout) {}

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        JsonObject task = JsonObject.read(event);
        Attempt attempt = Attempt.read(task);
        EventLog log = invocation.log().with(attempt.delivery(), attempt.number());
        Optional<Due> due = due(attempt);
        String action = task.needText("action");
        if (due.isEmpty() && !action.equals("plan")) {
            throw new UnarchivableException(attempt.delivery() + " is not in attempt " + attempt.number()
                    + " any more, or not processed");
        }
        switch (action) {
            case "plan" -> plan(due, answer, log);
            case "copy" -> copy(due.orElseThrow(), task, answer, invocation.logging(log));
            case "seal" -> seal(due.orElseThrow(), task, answer, log);
            case String other -> throw new MalformedJsonException("action is \"" + other + '"');
        }
    }

    /** Nothing if there is nothing to do: an event came twice, or late. */
    private Optional<Due> due(Attempt attempt) {
        Optional<Delivery> found = deliveries.find(attempt.delivery())
                .filter(delivery -> delivery.attempt() == attempt.number()
                        && delivery.status() == DeliveryStatus.PROCESSED);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Delivery delivery = found.get();
        String dataset = delivery.key().id().dataset();
        ArchivePolicy policy = catalog.get()
                .find(dataset)
                .flatMap(Dataset::archive)
                .orElseThrow(() -> new UnarchivableException("Dataset " + dataset + " has no archive any more"));
        return Optional.of(new Due(delivery, policy,
                Layout.of(archive, policy.prefix(), delivery.key(), delivery.registeredAt())));
    }

    private void plan(Optional<Due> due, JsonGenerator answer, EventLog log) throws IOException {
        List<Part> planned = due.map(d -> planner.plan(d.delivery(), d.policy())).orElse(List.of());
        log.with("due", due.isPresent()).with("parts", planned.size()).info("Planned the archiving");
        answer.writeStartObject();
        answer.writeBooleanField("due", due.isPresent());
        answer.writeArrayFieldStart("parts");
        for (Part part : planned) {
            part.write(answer);
        }
        answer.writeEndArray();
        answer.writeEndObject();
    }

    private void copy(Due due, JsonObject task, JsonGenerator answer, Invocation invocation) throws IOException {
        Part part = Part.read(task.needObject("part"));
        Cursor from = task.object("cursor").map(Cursor::read).orElseGet(() -> Cursor.at(part.from()));
        ReceiptWriter receipt = new ReceiptWriter(due.layout());
        PartArchiver.Result result = parts.copy(list(due.delivery(), part), part, from, due.layout(), receipt,
                new Budget(invocation::remaining, RESERVE));
        Optional<Cursor> cursor = result.cursor();
        long next = cursor.map(Cursor::offset).orElse(part.to());
        if (next > from.offset()) {
            writer.put(work.receipt(due.delivery().key(), due.delivery().attempt(), part.index(), from.offset()),
                    receipt.end(next));
        }
        invocation.log()
                .with("part", part.index())
                .with("done", cursor.isEmpty())
                .with("files", result.files())
                .with("bytes", result.bytes())
                .info("Copied files to the archive");
        invocation.metrics().count("FilesArchived", result.files());
        invocation.metrics().count("BytesArchived", result.bytes());
        answer.writeStartObject();
        answer.writeBooleanField("done", cursor.isEmpty());
        answer.writeFieldName("cursor");
        if (cursor.isPresent()) {
            cursor.get().write(answer);
        } else {
            answer.writeNull();
        }
        answer.writeEndObject();
    }

    private static ObjectVersion list(Delivery delivery, Part part) {
        FileRef list = switch (part.source()) {
            case MEMBERS -> delivery.life().resolved().map(ResolvedManifest::file).orElseThrow();
            case OUTPUTS -> delivery.life().outputs().map(Outputs::manifest).orElseThrow();
        };
        return ObjectVersion.only(list);
    }

    private void seal(Due due, JsonObject task, JsonGenerator answer, EventLog log) throws IOException {
        sealer.seal(due.delivery(), task.objects("parts").stream().map(Part::read).toList(), due.layout(), work);
        log.with("archive", due.layout().seal().uri()).info("Sealed the delivery");
        answer.writeStartObject();
        answer.writeStringField("archive", due.layout().seal().uri());
        answer.writeEndObject();
    }

    @Override
    protected void prime() {
        var _ = catalog.get();
        deliveries.find(DeliveryKey.parse("priming/priming@000000000000"));
    }
}
