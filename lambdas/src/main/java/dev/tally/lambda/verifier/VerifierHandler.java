package dev.tally.lambda.verifier;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.S3ObjectReader;
import dev.tally.aws.S3ObjectWriter;
import dev.tally.aws.WorkFiles;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Attempt;
import dev.tally.lambda.EventLog;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.storage.Budget;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;

/**
 * Verifies one range of a resolved manifest, a task of the processing machine:
 *
 * <pre>
 * in:  { dataset, delivery, revision, attempt, resolvedManifest, range: { index, from, to }, cursor? }
 * out: { done, cursor, verdict: "fit" | "unfit", verified, compared, hashed, sized, bytes, bad }
 * </pre>
 *
 * Until it is done it is called again with the cursor of its answer. What is bad is in the fixity report of the range.
 */
public final class VerifierHandler extends FunctionHandler {
    /** For one window of small members, or the pieces of a large one that are on their way, and for the report. */
    private static final Duration RESERVE = Duration.ofSeconds(60);

    private final WorkFiles work;
    private final RangeVerifier ranges;
    private final FixityReport reports;

    public VerifierHandler() {
        this(System.getenv());
    }

    public VerifierHandler(Map<String, String> environment) {
        this(Settings.read(environment, EnumSet.of(Setting.WORK_BUCKET)), new AwsClients(environment));
        primeBeforeSnapshot();
    }

    private VerifierHandler(Settings settings, AwsClients clients) {
        this(settings, new S3ObjectReader(clients.s3()), new S3ObjectWriter(clients.s3()));
    }

    VerifierHandler(Settings settings, ObjectReader reader, ObjectWriter writer) {
        super("verifier", settings);
        this.work = new WorkFiles(settings.workBucket());
        this.ranges = new RangeVerifier(reader);
        this.reports = new FixityReport(reader, writer);
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        JsonObject task = JsonObject.read(event);
        Attempt attempt = Attempt.read(task);
        int index = (int) task.needNumber("range", "index");
        Cursor from = task.object("cursor")
                .map(Cursor::read)
                .orElseGet(() -> new Cursor(task.needNumber("range", "from"), Optional.empty(), Counts.NONE));
        RangeVerifier.Result result = ranges.verify(
                ObjectVersion.only(FileRef.parse(task.needText("resolvedManifest"))),
                task.needNumber("range", "to"), from, new Budget(invocation::remaining, RESERVE));
        if (!result.bad().isEmpty()) {
            reports.write(work.fixity(attempt.delivery(), attempt.number(), index), from.offset(), from.counts().bad(),
                    result.bad());
        }
        tell(invocation, attempt, index, from.counts(), result);
        write(answer, result);
    }

    private static void tell(Invocation invocation, Attempt attempt, int range, Counts before,
            RangeVerifier.Result result) {
        Counts now = result.counts();
        EventLog log = invocation.log().with(attempt.delivery(), attempt.number()).with("range", range);
        log.with("done", result.cursor().isEmpty())
                .with("verified", now.verified() - before.verified())
                .with("hashed", now.hashed() - before.hashed())
                .with("bytes", now.bytes() - before.bytes())
                .with("bad", now.bad() - before.bad())
                .info("Verified members");
        invocation.metrics().count("MembersVerified", now.verified() - before.verified());
        invocation.metrics().count("BytesHashed", now.bytes() - before.bytes());
        invocation.metrics().count("MembersBad", now.bad() - before.bad());
    }

    private static void write(JsonGenerator answer, RangeVerifier.Result result) throws IOException {
        answer.writeStartObject();
        answer.writeBooleanField("done", result.cursor().isEmpty());
        answer.writeFieldName("cursor");
        if (result.cursor().isPresent()) {
            result.cursor().get().write(answer);
        } else {
            answer.writeNull();
        }
        answer.writeStringField("verdict", result.counts().bad() == 0 ? "fit" : "unfit");
        answer.writeNumberField("verified", result.counts().verified());
        result.counts().write(answer);
        answer.writeEndObject();
    }

    @Override
    protected void prime() {
        Counts.read(JsonObject.parse("{\"compared\":0,\"hashed\":0,\"sized\":0,\"bytes\":0,\"bad\":0}"));
    }
}
