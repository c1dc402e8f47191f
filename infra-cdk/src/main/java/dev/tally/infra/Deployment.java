package dev.tally.infra;

import java.util.List;

import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.RetentionDays;

import dev.tally.sweep.Rhythm;

/**
 * What distinguishes one environment's infrastructure from another's; everything else is the same code.
 *
 * @param keepData       no deployment can delete data: whatever holds any is retained when it leaves the template or is replaced in
 *                       it, and the table and the stacks refuse deletion
 * @param logRetention   how long logs are kept
 * @param oldVersionDays how long overwritten and deleted versions of files are kept in the landing and the work bucket
 * @param alarmEmails    who is told of alarms
 * @param sweep          how often deliveries that stand still are looked at, in whole minutes, and after which time
 */
record Deployment(boolean keepData, RetentionDays logRetention, int oldVersionDays, List<String> alarmEmails,
        Rhythm sweep) {

    Deployment {
        if (oldVersionDays < 1) {
            throw new IllegalArgumentException("oldVersionDays must be at least 1, not " + oldVersionDays);
        }
        alarmEmails = List.copyOf(alarmEmails);
    }

    RemovalPolicy removal() {
        return keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    }
}
