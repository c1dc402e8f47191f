package dev.tally.lambda.api;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.lambda.HttpException;

/** Lists the deliveries of a dataset, or of one after the other, page by page. */
final class DeliveryPages {
    /** So many deliveries are read for one page, of which a filter may take few. */
    private static final int MOST_READ = 1000;

    private final Supplier<Catalog> catalog;
    private final DeliveryList list;
    private final InstantSource clock;

    DeliveryPages(Supplier<Catalog> catalog, DeliveryList list, InstantSource clock) {
        this.catalog = catalog;
        this.list = list;
        this.clock = clock;
    }

    void write(JsonGenerator json, Query query) throws IOException {
        Optional<DeliveryStatus> status = query.text("status").map(DeliveryPages::status);
        List<String> datasets = query.text("dataset")
                .map(name -> List.of(dataset(name)))
                .orElseGet(() -> names(catalog.get()));
        Place from = query.token()
                .map(token -> Place.parse(token, datasets))
                .orElse(new Place(0, Optional.empty()));
        json.writeStartObject();
        json.writeArrayFieldStart("deliveries");
        Optional<String> next = listed(new DeliveryJson(json, clock.instant()),
                datasets.subList(from.dataset(), datasets.size()), from.cursor(), status, query.limit());
        json.writeEndArray();
        Query.writeNext(json, next);
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
                    return Optional.of(Place.text(dataset, cursor));
                }
                DeliveryList.Page page = page(dataset, cursor, status.isPresent() ? limit : limit - written);
                more = page.more();
                for (DeliveryList.Entry entry : page.entries()) {
                    if (written == limit) {
                        return Optional.of(Place.text(dataset, cursor));
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
            throw HttpException.badRequest("There is no status \"" + name + "\", only "
                    + EnumSet.allOf(DeliveryStatus.class));
        }
    }

    private String dataset(String name) {
        Catalog known = catalog.get();
        return known.find(name)
                .map(Dataset::name)
                .orElseThrow(() -> HttpException.notFound("There is no dataset \"" + name + "\", only "
                        + names(known)));
    }

    private static List<String> names(Catalog catalog) {
        return catalog.datasets().stream().map(Dataset::name).toList();
    }

    /**
     * Where a page begins.
     *
     * @param dataset its index among those that are listed
     */
    private record Place(int dataset, Optional<String> cursor) {
        static Place parse(String text, List<String> datasets) {
            int end = text.indexOf('\n');
            int dataset = end < 0 ? -1 : datasets.indexOf(text.substring(0, end));
            if (dataset < 0) {
                throw Query.wrongToken();
            }
            return new Place(dataset, Optional.of(text.substring(end + 1)).filter(cursor -> !cursor.isEmpty()));
        }

        static String text(String dataset, Optional<String> cursor) {
            return dataset + '\n' + cursor.orElse("");
        }
    }
}
