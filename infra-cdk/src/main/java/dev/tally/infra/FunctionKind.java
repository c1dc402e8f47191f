package dev.tally.infra;

import software.amazon.awscdk.Duration;

/**
 * The functions of Tally: one jar, one handler class each. Every queue's visibility is derived from the time limit given
 * here, so that no message can become visible again while it is still being worked on.
 */
enum FunctionKind {
    INDEXER("indexer", "Indexer", 60, 1024, "Records each arrival and deletion of a file"), CHECKER("checker",
            "Checker", 900, 2048, "Registers manifests and decides when a delivery is complete"), VERIFIER("verifier",
                    "Verifier", 900, 2048,
                    "Verifies the checksums of a range of a delivery's members"), OUTPUTS("outputs", "Outputs", 900,
                            1024, "Lists what a delivery's job has written"), OUTCOME("outcome", "Outcome", 60, 1024,
                                    "Makes all transitions that follow from a run"), PUBLISHER("publisher", "Publisher",
                                            60, 512, "Publishes each status change on the bus"), ARCHIVER("archiver",
                                                    "Archiver", 900, 2048,
                                                    "Copies a processed delivery to the archive and seals it"), API(
                                                            "api", "Api", 29, 1024,
                                                            "Answers what is asked of the API"), INTERVENTION(
                                                                    "intervention", "Intervention", 29, 1024,
                                                                    "Does what people ask of a delivery: reprocess, withdraw"), SWEEPER(
                                                                            "sweeper", "Sweeper", 300, 1024,
                                                                            "Puts deliveries that stand still on their way again");

    private static final int VISIBILITY_FACTOR = 6;

    private final String shortName;
    private final String className;
    private final int timeoutSeconds;
    private final int memoryMb;
    private final String purpose;

    FunctionKind(String shortName, String className, int timeoutSeconds, int memoryMb, String purpose) {
        this.shortName = shortName;
        this.className = className;
        this.timeoutSeconds = timeoutSeconds;
        this.memoryMb = memoryMb;
        this.purpose = purpose;
    }

    String shortName() {
        return shortName;
    }

    /** The construct's id, which is also the stem of the logical ids in the template. */
    String constructId() {
        return className;
    }

    String handler() {
        return "dev.tally.lambda." + shortName + "." + className + "Handler";
    }

    int memoryMb() {
        return memoryMb;
    }

    String purpose() {
        return purpose;
    }

    Duration timeout() {
        return Duration.seconds(timeoutSeconds);
    }

    /**
     * Whether it sends messages to the queue that it works off, to go on where it stopped. Lambda would take that for a mistake, and
     * end the chain after 16 messages; these chains have a cursor, or take away what they are about, and end by themselves.
     */
    boolean goesOnByMessages() {
        return this == CHECKER || this == SWEEPER;
    }

    /** The visibility timeout of a queue that this function consumes. */
    Duration visibility() {
        return Duration.seconds(VISIBILITY_FACTOR * timeoutSeconds);
    }
}
