package dev.tally.aws;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Classifies failures of calls to AWS. */
public final class AwsFailures {
    private static final int SERVER_ERROR = 500;

    private AwsFailures() {}

    /** Whether a failure, or one that caused it, may be gone the next time: no connection, too many calls, a server's error. */
    public static boolean mayPass(Throwable failure) {
        for (@Nullable
        Throwable at = failure; at != null; at = at.getCause()) {
            boolean passing = switch (at) {
                case AwsServiceException service -> service.isThrottlingException()
                        || service.statusCode() >= SERVER_ERROR;
                case SdkClientException _,ServiceBusyException _ -> true;
                default -> false;
            };
            if (passing) {
                return true;
            }
        }
        return false;
    }
}
