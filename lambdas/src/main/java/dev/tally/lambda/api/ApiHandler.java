package dev.tally.lambda.api;

import java.io.IOException;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.DynamoDeliveryList;
import dev.tally.aws.DynamoFiles;
import dev.tally.aws.S3Catalog;
import dev.tally.completeness.ChunkStore;
import dev.tally.completeness.Deliveries;
import dev.tally.completeness.FileState;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.Watch;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

/**
 * Answers the HTTP API's requests, which are all GET with query parameters:
 *
 * <pre>
 *   /datasets
 *   /deliveries?dataset=&status=&limit=&token=
 *   /delivery?id=&revision=
 *   /why?id=&revision=&limit=&token=
 *   /members?id=&revision=&limit=&token=
 *   /file?bucket=&key=
 * </pre>
 *
 * Pages end with {@code nextToken} while there may be more; one may be empty and still have it.
 */
public final class ApiHandler extends FunctionHandler {
    /** So many deliveries are read for one page, of which a filter may take few. */
    private static final int MOST_READ = 1000;

    private final String landingBucket;
    private final Supplier<Catalog> catalog;
    private final FileStore files;
    private final Deliveries deliveries;
    private final DeliveryList list;
    private final MemberPages members;
    private final InstantSource clock;

    public ApiHandler() {
        this(System.getenv());
    }

    public ApiHandler(Map<String, String> environment) {
        this(Settings.read(environment, EnumSet.of(Setting.TABLE, Setting.INDEX, Setting.CATALOG,
                Setting.LANDING_BUCKET)), new AwsClients(environment));
        primeBeforeSnapshot();
    }

    private ApiHandler(Settings settings, AwsClients clients) {
        this(settings, new S3Catalog(clients, settings.catalog()), new DynamoFiles(clients, settings.table()),
                new DynamoDeliveries(clients, settings.table()),
                new DynamoDeliveryList(clients, settings.table(), settings.index()), InstantSource.system());
    }

    <D extends Deliveries & ChunkStore> ApiHandler(Settings settings, Supplier<Catalog> catalog, FileStore files,
            D deliveries, DeliveryList list, InstantSource clock) {
        super("api", settings);
        this.landingBucket = settings.landingBucket();
        this.catalog = catalog;
        this.files = files;
        this.deliveries = deliveries;
        this.list = list;
        this.members = new MemberPages(deliveries, files, clock);
        this.clock = clock;
    }

    @Override
    protected void prime() {
        catalog.get().datasets().stream().findFirst().ifPresent(d -> list.page(d.name(), Optional.empty(), 1));
        files.read(List.of(new FileRef("priming", "priming")), FileStore.Consistency.STRONG);
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        JsonObject request = JsonObject.read(event);
        StringWriter body = new StringWriter();
        int status = 200;
        try {
            route(request, body);
        } catch (ApiException refused) {
            status = refused.status();
            body = error(refused.code(), String.valueOf(refused.getMessage()));
        } catch (RuntimeException failure) {
            invocation.log().error("The request failed", failure);
            status = 500;
            body = error("InternalError", "Tally could not answer; the function's log has request "
                    + invocation.context().getAwsRequestId());
        }
        answer.writeStartObject();
        answer.writeNumberField("statusCode", status);
        answer.writeObjectFieldStart("headers");
        answer.writeStringField("content-type", "application/json");
        answer.writeEndObject();
        answer.writeStringField("body", body.toString());
        answer.writeEndObject();
    }

    private static StringWriter error(String code, String message) throws IOException {
        StringWriter body = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(body)) {
            json.writeStartObject();
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeEndObject();
            json.writeEndObject();
        }
        return body;
    }

    private void route(JsonObject request, StringWriter body) throws IOException {
        String method = request.text("requestContext", "http", "method").orElse("GET");
        if (!method.equals("GET")) {
            throw ApiException.methodNotAllowed(method);
        }
        String path = request.needText("rawPath");
        Query query = new Query(request);
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(body)) {
            switch (path.substring(path.lastIndexOf('/'))) {
                case "/datasets" -> datasets(json);
                case "/deliveries" -> deliveries(json, query);
                case "/delivery" -> delivery(json, query);
                case "/why" -> why(json, query);
                case "/members" -> members(json, query);
                case "/file" -> file(json, query);
                default -> throw ApiException.notFound("There is no " + path
                        + "; there are /datasets, /deliveries, /delivery, /why, /members and /file");
            }
        }
    }

    private void datasets(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("environment", catalog.get().environment());
        json.writeStringField("landingBucket", landingBucket);
        json.writeArrayFieldStart("datasets");
        for (Dataset dataset : catalog.get().datasets()) {
            json.writeStartObject();
            json.writeStringField("name", dataset.name());
            texts(json, "prefixes", dataset.prefixes());
            texts(json, "formats", dataset.formats().stream().map(f -> f.label()).toList());
            if (dataset.owner().isPresent()) {
                json.writeStringField("owner", dataset.owner().get().name());
            }
            if (dataset.deadline().isPresent()) {
                json.writeStringField("deadline", dataset.deadline().get().toString());
            }
            json.writeObjectFieldStart("job");
            json.writeStringField("kind", dataset.job().kind());
            json.writeEndObject();
            json.writeBooleanField("archives", dataset.archives());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private void deliveries(JsonGenerator json, Query query) throws IOException {
        Optional<DeliveryStatus> status = query.text("status").map(ApiHandler::status);
        List<String> datasets = query.text("dataset")
                .map(name -> List.of(dataset(name)))
                .orElseGet(() -> catalog.get().datasets().stream().map(Dataset::name).toList());
        Optional<String> token = query.token();
        int begin = 0;
        Optional<String> cursor = Optional.empty();
        if (token.isPresent()) {
            int end = token.get().indexOf('\n');
            begin = end < 0 ? -1 : datasets.indexOf(token.get().substring(0, end));
            if (begin < 0) {
                throw Query.wrongToken();
            }
            cursor = Optional.of(token.get().substring(end + 1)).filter(c -> !c.isEmpty());
        }
        json.writeStartObject();
        json.writeArrayFieldStart("deliveries");
        Optional<String> next = listed(new DeliveryJson(json, clock.instant()),
                datasets.subList(begin, datasets.size()),
                cursor, status, query.limit());
        json.writeEndArray();
        next(json, next);
        json.writeEndObject();
    }

    /** Writes a page of the datasets' deliveries; where the next one begins. */
    private Optional<String> listed(DeliveryJson json, List<String> datasets, Optional<String> from,
            Optional<DeliveryStatus> status, int limit) throws IOException {
        int written = 0;
        int read = 0;
        Optional<String> cursor = from;
        for (String dataset : datasets) {
            boolean more = true;
            while (more) {
                if (written == limit || read >= MOST_READ) {
                    return Optional.of(dataset + '\n' + cursor.orElse(""));
                }
                DeliveryList.Page page = page(dataset, cursor, status.isPresent() ? limit : limit - written);
                more = page.more();
                for (DeliveryList.Entry entry : page.entries()) {
                    if (written == limit) {
                        return Optional.of(dataset + '\n' + cursor.orElse(""));
                    }
                    if (status.isEmpty() || status.get() == entry.delivery().status()) {
                        json.summary(entry.delivery());
                        written++;
                    }
                    cursor = Optional.of(entry.cursor());
                    read++;
                }
            }
            cursor = Optional.empty();
        }
        return Optional.empty();
    }

    private DeliveryList.Page page(String dataset, Optional<String> cursor, int limit) {
        try {
            return list.page(dataset, cursor, limit);
        } catch (IllegalArgumentException malformed) {
            throw Query.wrongToken();
        }
    }

    private static DeliveryStatus status(String name) {
        try {
            return DeliveryStatus.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw ApiException.badRequest("There is no status \"" + name + "\", only "
                    + EnumSet.allOf(DeliveryStatus.class));
        }
    }

    private String dataset(String name) {
        return catalog.get()
                .find(name)
                .map(Dataset::name)
                .orElseThrow(() -> ApiException.notFound("There is no dataset \"" + name + "\", only "
                        + catalog.get().datasets().stream().map(Dataset::name).toList()));
    }

    private void delivery(JsonGenerator json, Query query) throws IOException {
        List<Delivery> revisions = revisions(query);
        new DeliveryJson(json, clock.instant()).whole(chosen(query, revisions), revisions);
    }

    /** The newest first. */
    private List<Delivery> revisions(Query query) {
        List<Delivery> revisions = deliveries.revisions(query.id())
                .stream()
                .sorted(Comparator.comparing(Delivery::manifest,
                        (a, b) -> a.equals(b) ? 0 : a.isNewerThan(b) ? -1 : 1))
                .toList();
        if (revisions.isEmpty()) {
            throw ApiException.notFound("There is no delivery " + query.id()
                    + ": its manifest has not come, or not yet been read");
        }
        return revisions;
    }

    private static Delivery chosen(Query query, List<Delivery> revisions) {
        Optional<String> wanted = query.text("revision");
        return wanted.isEmpty()
                ? revisions.getFirst()
                : revisions.stream()
                        .filter(d -> d.key().revision().equals(wanted.get()))
                        .findFirst()
                        .orElseThrow(() -> ApiException.notFound("Delivery " + query.id() + " has no revision "
                                + wanted.get() + ", only "
                                + revisions.stream().map(d -> d.key().revision()).toList()));
    }

    private void why(JsonGenerator json, Query query) throws IOException {
        Delivery delivery = chosen(query, revisions(query));
        boolean waiting = delivery.status() == DeliveryStatus.WAITING;
        DeliveryJson answer = new DeliveryJson(json, clock.instant());
        json.writeStartObject();
        json.writeStringField("id", delivery.key().id().toString());
        json.writeStringField("revision", delivery.key().revision());
        json.writeStringField("status", delivery.status().name());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeBooleanField("waiting", waiting);
        json.writeBooleanField("overdue", delivery.overdue(clock.instant()));
        json.writeStringField("since", delivery.life().changedAt().toString());
        json.writeNumberField("required", delivery.contents().required());
        if (delivery.life().reason().isPresent()) {
            answer.reason(delivery.life().reason().get());
        }
        answer.faults(delivery.faults());
        if (waiting) {
            MemberPages.Page page = page(json, delivery, MemberPages.Wanted.BLOCKING, query);
            if (query.token().isEmpty() && page.next().isEmpty()) {
                json.writeNumberField("satisfied", page.satisfied());
            }
        }
        json.writeEndObject();
    }

    private void members(JsonGenerator json, Query query) throws IOException {
        Delivery delivery = chosen(query, revisions(query));
        json.writeStartObject();
        json.writeStringField("id", delivery.key().id().toString());
        json.writeStringField("revision", delivery.key().revision());
        page(json, delivery, MemberPages.Wanted.ALL, query);
        json.writeEndObject();
    }

    private MemberPages.Page page(JsonGenerator json, Delivery delivery, MemberPages.Wanted wanted, Query query)
            throws IOException {
        MemberPages.Page page = members.read(delivery, wanted, query.token(), query.limit());
        json.writeArrayFieldStart("members");
        for (MemberPages.Seen seen : page.members()) {
            MemberJson.write(json, seen, delivery.registeredAt());
        }
        json.writeEndArray();
        next(json, page.next());
        return page;
    }

    private static void next(JsonGenerator json, Optional<String> next) throws IOException {
        if (next.isPresent()) {
            json.writeStringField("nextToken", Query.token(next.get()));
        }
    }

    private void file(JsonGenerator json, Query query) throws IOException {
        FileRef file = new FileRef(query.need("bucket"), query.need("key"));
        FileState state = files.read(List.of(file), FileStore.Consistency.STRONG).get(file);
        if (state == null || (state.latest().isEmpty() && state.watches().isEmpty())) {
            throw ApiException.notFound("Nothing is known of " + file);
        }
        json.writeStartObject();
        json.writeStringField("bucket", file.bucket());
        json.writeStringField("key", file.key());
        if (state.latest().isEmpty()) {
            json.writeStringField("state", "awaited");
        } else {
            latest(json, state.latest().get());
        }
        json.writeNumberField("writes", state.writes());
        texts(json, "watches", state.watches().stream().map(Watch::toString).sorted().toList());
        if (state.bad().isPresent()) {
            json.writeObjectFieldStart("bad");
            json.writeStringField("expected", state.bad().get().expected().toString());
            json.writeStringField("actual", state.bad().get().actual().toString());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void latest(JsonGenerator json, FileEvent latest) throws IOException {
        switch (latest) {
            case FileEvent.Created created -> {
                json.writeStringField("state", "present");
                json.writeNumberField("size", created.size());
                json.writeStringField("etag", created.etag());
                if (created.versionId().isPresent()) {
                    json.writeStringField("versionId", created.versionId().get());
                }
            }
            case FileEvent.Deleted _ -> json.writeStringField("state", "deleted");
        }
        json.writeStringField("sequencer", latest.sequencer().value());
        json.writeStringField("at", latest.at().toString());
    }
}
