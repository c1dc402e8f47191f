package dev.tally.singer.record;

/** What becomes of a stream that has messages before any SCHEMA (R17): Singer permits it, a strict run does not. */
final class SchemaRule implements LogWriter.Notes {
    private final Place place;

    SchemaRule(Place place) {
        this.place = place;
    }

    @Override
    public void injecting(long line) {
        // is told of by the finished file
    }

    @Override
    public void schemaless(String stream) {
        String what = "The stream " + stream + " has messages before any SCHEMA";
        if (place.settings().strict()) {
            place.complaints().fail(what + ", which a strict run does not permit.");
        } else {
            place.complaints().warnOnce(what + "; they are kept as they are.");
        }
    }
}
