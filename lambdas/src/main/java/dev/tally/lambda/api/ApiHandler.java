package dev.tally.lambda.api;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.DynamoDeliveryList;
import dev.tally.aws.DynamoFiles;
import dev.tally.aws.S3Catalog;
import dev.tally.aws.S3FolderFiles;
import dev.tally.completeness.ChunkStore;
import dev.tally.completeness.Deliveries;
import dev.tally.completeness.FileStore;
import dev.tally.completeness.FolderFiles;
import dev.tally.dataset.Catalog;
import dev.tally.delivery.DeliveryList;
import dev.tally.file.FileRef;
import dev.tally.lambda.HttpException;
import dev.tally.lambda.HttpHandler;
import dev.tally.lambda.HttpRequest;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

/**
 * Answers the HTTP API's requests to read, which are all GET with query parameters:
 *
 * <pre>
 *   /datasets
 *   /deliveries?dataset=&status=&limit=&token=
 *   /delivery?id=&revision=
 *   /why?id=&revision=&limit=&token=&orphans=
 *   /members?id=&revision=&limit=&token=
 *   /file?bucket=&key=
 * </pre>
 *
 * Pages end with {@code nextToken} while there may be more; one may be empty and still have it.
 */
public final class ApiHandler extends HttpHandler {
    private static final String INTERVENTIONS = "/reprocess and /withdraw";

    private final Supplier<Catalog> catalog;
    private final FileStore files;
    private final DeliveryList list;
    private final DatasetList datasets;
    private final DeliveryPages pages;
    private final OneDelivery delivery;
    private final OneFile file;

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
                new DynamoDeliveryList(clients, settings.table(), settings.index()), new S3FolderFiles(clients),
                InstantSource.system());
    }

    <D extends Deliveries & ChunkStore> ApiHandler(Settings settings, Supplier<Catalog> catalog, FileStore files,
            D deliveries, DeliveryList list, FolderFiles folders, InstantSource clock) {
        super("api", settings);
        this.catalog = catalog;
        this.files = files;
        this.list = list;
        this.datasets = new DatasetList(catalog, settings.landingBucket());
        this.pages = new DeliveryPages(catalog, list, clock);
        this.delivery = new OneDelivery(deliveries, new MemberPages(deliveries, files, clock),
                new Orphans(settings.landingBucket(), folders, deliveries, list, clock), clock);
        this.file = new OneFile(files);
    }

    @Override
    protected void prime() {
        catalog.get().datasets().stream().findFirst().ifPresent(d -> list.page(d.name(), Optional.empty(), 1));
        files.read(List.of(new FileRef("priming", "priming")), FileStore.Consistency.STRONG);
    }

    @Override
    protected void answer(HttpRequest request, JsonGenerator body, Invocation invocation) throws IOException {
        if (!request.method().equals("GET")) {
            throw HttpException.methodNotAllowed("Everything here is read with GET, not " + request.method()
                    + "; POST is for " + INTERVENTIONS);
        }
        Query query = new Query(request);
        switch (request.path()) {
            case "/datasets" -> datasets.write(body);
            case "/deliveries" -> pages.write(body, query);
            case "/delivery" -> delivery.writeWhole(body, query);
            case "/why" -> delivery.writeWhy(body, query);
            case "/members" -> delivery.writeMembers(body, query);
            case "/file" -> file.write(body, query);
            default -> throw HttpException.notFound("There is no " + request.path() + " to be read; there are "
                    + "/datasets, /deliveries, /delivery, /why, /members and /file. POST is for " + INTERVENTIONS);
        }
    }
}
