package dev.tally.cli.singer.s3;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/** What S3 refuses, as the failures that readers and writers of lakes know. */
final class Failures {
    private static final int NOT_FOUND = 404;

    private Failures() {}

    /** @param uri of what was asked for */
    static IOException of(SdkException failed, String uri) {
        if (!(failed instanceof AwsServiceException refused)) {
            return new IOException(uri + " cannot be reached: " + failed.getMessage(), failed);
        }
        if (refused.statusCode() == NOT_FOUND && !(refused instanceof NoSuchBucketException)) {
            return new NoSuchFileException(uri);
        }
        return new IOException(uri + ": S3 answered " + refused.statusCode() + ": " + refused.getMessage(), refused);
    }
}
