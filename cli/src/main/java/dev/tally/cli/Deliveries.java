package dev.tally.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.TallyApi;
import dev.tally.cli.api.WhyView;
import dev.tally.dataset.DeliveryId;

/** Reads deliveries from the API. */
final class Deliveries {
    private Deliveries() {}

    static Optional<DeliveryView> find(TallyApi api, DeliveryId id, @Nullable String revision) {
        return api.find("/delivery", query(id, revision)).map(DeliveryView::of);
    }

    static DeliveryView get(TallyApi api, DeliveryId id, @Nullable String revision) {
        return find(api, id, revision).orElseThrow(() -> unknown(id, revision));
    }

    /** The first page of what keeps it waiting, with the data files in its folders that no log names. */
    static WhyView whyWithOrphans(TallyApi api, DeliveryId id, @Nullable String revision, int limit) {
        var query = query(id, revision);
        query.put("limit", Integer.toString(limit));
        query.put("orphans", "true");
        return why(api, id, revision, query);
    }

    /** One page of what keeps it waiting. */
    static WhyView why(TallyApi api, DeliveryId id, @Nullable String revision, int limit, @Nullable String token) {
        var query = query(id, revision);
        query.put("limit", Integer.toString(limit));
        if (token != null) {
            query.put("token", token);
        }
        return why(api, id, revision, query);
    }

    private static WhyView why(TallyApi api, DeliveryId id, @Nullable String revision, Map<String, String> query) {
        return api.find("/why", query).map(WhyView::of).orElseThrow(() -> unknown(id, revision));
    }

    private static Map<String, String> query(DeliveryId id, @Nullable String revision) {
        var query = new LinkedHashMap<String, String>();
        query.put("id", id.toString());
        if (revision != null) {
            query.put("revision", revision);
        }
        return query;
    }

    private static Trouble unknown(DeliveryId id, @Nullable String revision) {
        return Trouble.notFound(
                "There is no delivery " + id + (revision == null ? "" : " with revision " + revision) + ".",
                "tally list --dataset " + id.dataset()
                        + " shows what is there. A delivery exists once its manifest has arrived.");
    }
}
