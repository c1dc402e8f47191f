package dev.tally.lambda;

import java.util.regex.Pattern;

/** The settings of functions: environment variables that the stack gives them. Each function asks for those it needs. */
public enum Setting {
    ENVIRONMENT("TALLY_ENVIRONMENT", "[a-z][a-z0-9-]{0,19}", "the environment's name, such as dev"), TABLE(
            "TALLY_TABLE", "[A-Za-z0-9_.-]{3,255}", "the tracking table's name"), INDEX("TALLY_INDEX",
                    "[A-Za-z0-9_.-]{3,255}", "the name of the table's index by dataset"), CATALOG("TALLY_CATALOG",
                            "s3://[^/]+/.+",
                            "the catalog of datasets as s3://bucket/key"), CHECK_QUEUE_URL("TALLY_CHECK_QUEUE_URL",
                                    "https?://.+", "the URL of the check queue"), LANDING_BUCKET("TALLY_LANDING_BUCKET",
                                            "[a-z0-9.-]{3,63}", "the bucket that teams upload to"), WORK_BUCKET(
                                                    "TALLY_WORK_BUCKET", "[a-z0-9.-]{3,63}",
                                                    "the bucket for Tally's own files"), ARCHIVE_BUCKET(
                                                            "TALLY_ARCHIVE_BUCKET", "[a-z0-9.-]{3,63}",
                                                            "the archive's bucket"), PROCESSING_ARN(
                                                                    "TALLY_PROCESSING_ARN", "arn:[^:]+:states:.+",
                                                                    "the ARN of the state machine that processes"), BUS_NAME(
                                                                            "TALLY_BUS_NAME",
                                                                            "[A-Za-z0-9/._:-]{1,1600}",
                                                                            "the name of the event bus"), SWEEP_QUEUE_URL(
                                                                                    "TALLY_SWEEP_QUEUE_URL",
                                                                                    "https?://.+",
                                                                                    "the URL of the sweep queue"), SWEEP_EVERY(
                                                                                            "TALLY_SWEEP_EVERY",
                                                                                            "PT[0-9HMS]{2,20}",
                                                                                            "how often a sweep comes, such as PT15M"), SWEEP_GRACE(
                                                                                                    "TALLY_SWEEP_GRACE",
                                                                                                    "PT[0-9HMS]{2,20}",
                                                                                                    "for how long a delivery may stand still before a sweep looks at it, such as PT10M");

    private final String variable;
    private final Pattern form;
    private final String meaning;

    Setting(String variable, String form, String meaning) {
        this.variable = variable;
        this.form = Pattern.compile(form);
        this.meaning = meaning;
    }

    /** The environment variable's name. */
    public String variable() {
        return variable;
    }

    String meaning() {
        return meaning;
    }

    boolean accepts(String value) {
        return form.matcher(value).matches();
    }
}
