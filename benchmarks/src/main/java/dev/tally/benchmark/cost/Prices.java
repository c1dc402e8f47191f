package dev.tally.benchmark.cost;

/**
 * List prices of AWS in us-east-1 in dollars, without free tiers and discounts, as of 2026.
 *
 * @see <a href="https://aws.amazon.com/dynamodb/pricing/on-demand/">DynamoDB, on demand, standard tables</a>
 * @see <a href="https://aws.amazon.com/sqs/pricing/">SQS, standard queues</a>
 * @see <a href="https://aws.amazon.com/lambda/pricing/">Lambda, Arm</a>
 * @see <a href="https://aws.amazon.com/s3/pricing/">S3, Standard</a>
 * @see <a href="https://aws.amazon.com/step-functions/pricing/">Step Functions, Standard Workflows</a>
 * @see <a href="https://aws.amazon.com/eventbridge/pricing/">EventBridge: opt-in events of AWS services, custom events</a>
 */
final class Prices {
    static final double WRITE_UNIT = 0.625e-6;
    static final double READ_UNIT = 0.125e-6;
    static final double QUEUE_REQUEST = 0.40e-6;
    static final double INVOCATION = 0.20e-6;
    static final double GIGABYTE_SECOND = 0.0000133334;
    static final double OBJECT_WRITE = 0.005 / 1_000;
    static final double OBJECT_READ = 0.0004 / 1_000;
    static final double TRANSITION = 0.025 / 1_000;
    static final double SERVICE_EVENT = 1.00e-6;
    static final double CUSTOM_EVENT = 1.00e-6;

    private Prices() {}
}
