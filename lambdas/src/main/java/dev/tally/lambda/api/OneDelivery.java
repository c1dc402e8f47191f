package dev.tally.lambda.api;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.completeness.Deliveries;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.lambda.HttpException;

/** One delivery, in the revision that was asked for, or in its newest one. */
final class OneDelivery {
    /** The API's gateway waits 29 s for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Deliveries deliveries;
    private final MemberPages members;
    private final Orphans orphans;
    private final InstantSource clock;

    OneDelivery(Deliveries deliveries, MemberPages members, Orphans orphans, InstantSource clock) {
        this.deliveries = deliveries;
        this.members = members;
        this.orphans = orphans;
        this.clock = clock;
    }

    void writeWhole(JsonGenerator json, Query query) throws IOException {
        List<Delivery> revisions = revisions(query);
        new DeliveryJson(json, clock.instant()).whole(chosen(query, revisions), revisions);
    }

    void writeWhy(JsonGenerator json, Query query) throws IOException {
        Delivery delivery = chosen(query, revisions(query));
        Instant now = clock.instant();
        boolean waiting = delivery.status() == DeliveryStatus.WAITING;
        DeliveryJson answer = new DeliveryJson(json, now);
        json.writeStartObject();
        json.writeStringField("id", delivery.key().id().toString());
        json.writeStringField("revision", delivery.key().revision());
        json.writeStringField("status", delivery.status().name());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeBooleanField("waiting", waiting);
        json.writeBooleanField("overdue", delivery.overdue(now));
        if (delivery.contents().due().isPresent()) {
            json.writeStringField("due", delivery.contents().due().get().toString());
        }
        json.writeStringField("since", delivery.life().changedAt().toString());
        if (delivery.life().repeated().isPresent()) {
            json.writeStringField("manifestRepeatedAt", delivery.life().repeated().get().at().toString());
        }
        answer.inputsChanged(delivery.life().changedInput());
        json.writeNumberField("required", delivery.contents().required());
        if (delivery.life().reason().isPresent()) {
            answer.reason(delivery.life().reason().get());
        }
        answer.faults(delivery.faults());
        if (waiting) {
            MemberPages.Page page = writePage(json, delivery, MemberPages.Wanted.BLOCKING, query);
            if (query.token().isEmpty() && page.next().isEmpty()) {
                json.writeNumberField("satisfied", page.satisfied());
            }
        }
        if (query.flag("orphans") && Orphans.areThinkable(delivery)) {
            orphans.write(json, delivery, now.plus(PATIENCE));
        }
        json.writeEndObject();
    }

    void writeMembers(JsonGenerator json, Query query) throws IOException {
        Delivery delivery = chosen(query, revisions(query));
        json.writeStartObject();
        json.writeStringField("id", delivery.key().id().toString());
        json.writeStringField("revision", delivery.key().revision());
        writePage(json, delivery, MemberPages.Wanted.ALL, query);
        json.writeEndObject();
    }

    private MemberPages.Page writePage(JsonGenerator json, Delivery delivery, MemberPages.Wanted wanted, Query query)
            throws IOException {
        MemberPages.Page page = members.read(delivery, wanted, query.token(), query.limit());
        json.writeArrayFieldStart("members");
        for (MemberPages.Seen seen : page.members()) {
            MemberJson.write(json, seen, delivery.registeredAt());
        }
        json.writeEndArray();
        Query.writeNext(json, page.next());
        return page;
    }

    /** The newest first. */
    private List<Delivery> revisions(Query query) {
        List<Delivery> revisions = deliveries.revisions(query.id())
                .stream()
                .sorted((a, b) -> a.isNewerThan(b) ? -1 : b.isNewerThan(a) ? 1 : 0)
                .toList();
        if (revisions.isEmpty()) {
            throw HttpException.notFound("There is no delivery " + query.id()
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
                        .orElseThrow(() -> HttpException.notFound("Delivery " + query.id() + " has no revision "
                                + wanted.get() + ", only "
                                + revisions.stream().map(d -> d.key().revision()).toList()));
    }
}
