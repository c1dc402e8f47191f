package dev.tally.cli.upload;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** Sends files side by side, within bounds. */
public final class Uploads implements AutoCloseable {
    private static final long MOST_MEMORY = 256L << 20;
    private static final int FORBIDDEN = 403;

    private final S3Client s3;
    private final String bucket;
    private final PartSize partSize;
    private final ObjectUpload upload;
    private final Progress progress;
    private final InstantSource clock;
    private final Semaphore open;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean hopeless;

    /** Is told how it goes on, from several threads. */
    public interface Progress {
        void sent(long bytes);

        void finished(Sending result);
    }

    /** @param lanes how many requests are under way at most */
    public Uploads(S3Client s3, String bucket, int lanes, PartSize partSize, InstantSource clock, Progress progress) {
        long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 3);
        this.s3 = s3;
        this.bucket = bucket;
        this.partSize = partSize;
        this.upload = new ObjectUpload(s3, bucket, new Lanes(lanes, memory), partSize, threads, progress::sent);
        this.progress = progress;
        this.clock = clock;
        this.open = new Semaphore(lanes);
    }

    /**
     * Sends all of them that are not there yet, and goes on with the others when one fails, unless that one shows that no other can
     * succeed.
     *
     * @param folder where they go; ends with a slash
     * @return a result for each file, in their order
     */
    public List<Sending> send(List<LocalFile> files, String folder) throws InterruptedException {
        var earlier = EarlierUpload.look(s3, bucket, partSize, folder);
        var results = new ArrayList<Future<Sending>>();
        for (LocalFile file : files) {
            open.acquire();
            results.add(threads.submit(() -> {
                try {
                    var result = hopeless
                            ? new Sending.NotTried(file)
                            : send(file, folder + file.name(), "application/octet-stream", earlier);
                    progress.finished(result);
                    return result;
                } finally {
                    open.release();
                }
            }));
        }
        var sent = new ArrayList<Sending>();
        for (var result : results) {
            sent.add(get(result));
        }
        return List.copyOf(sent);
    }

    /** Sends a single file in any case, with what it is. */
    public Sending send(LocalFile file, String key, String contentType) throws InterruptedException {
        return send(file, key, contentType, EarlierUpload.ignored(s3, bucket, partSize));
    }

    private Sending send(LocalFile file, String key, String contentType, EarlierUpload earlier)
            throws InterruptedException {
        try {
            return upload.send(file, key, contentType, earlier);
        } catch (AwsServiceException e) {
            if (isHopeless(e)) {
                hopeless = true;
            }
            return new Sending.NotSent(file, key, message(e), isHopeless(e));
        } catch (SdkException | IOException | SendingException e) {
            return new Sending.NotSent(file, key, String.valueOf(e.getMessage()), false);
        }
    }

    private static boolean isHopeless(AwsServiceException e) {
        return e.statusCode() == FORBIDDEN || "NoSuchBucket".equals(e.awsErrorDetails().errorCode());
    }

    private String message(AwsServiceException e) {
        var details = e.awsErrorDetails();
        if ("RequestTimeTooSkewed".equals(details.errorCode())) {
            return "the clock of this machine says " + clock.instant() + ", that of S3 "
                    + details.sdkHttpResponse().firstMatchingHeader("Date").orElse("something else") + "; set it right";
        }
        return details.errorCode() + ": " + details.errorMessage();
    }

    private static Sending get(Future<Sending> result) throws InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
