package dev.tally.singer;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Messages know no lake, and a lake knows none who use it. */
@AnalyzeClasses(packages = "dev.tally.singer", importOptions = DoNotIncludeTests.class)
final class ArrowsTest {
    @ArchTest
    static final ArchRule it_knows_no_aws = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon..", "com.amazonaws..");

    @ArchTest
    static final ArchRule of_the_tracker_it_knows_what_is_common_to_all = noClasses().that()
            .resideOutsideOfPackage("dev.tally.singer.manifest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.completeness..", "dev.tally.delivery..", "dev.tally.event..",
                    "dev.tally.dataset..");

    @ArchTest
    static final ArchRule messages_know_no_lake = noClasses().that()
            .resideInAPackage("dev.tally.singer")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tally.singer.*..");

    @ArchTest
    static final ArchRule a_lake_knows_none_who_use_it = noClasses().that()
            .resideInAPackage("dev.tally.singer.lake")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.singer.record..", "dev.tally.singer.replay..", "dev.tally.singer.inspect..");

    @ArchTest
    static final ArchRule recording_and_replay_meet_in_the_lake_alone = noClasses().that()
            .resideInAPackage("dev.tally.singer.record..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.singer.replay..", "dev.tally.singer.inspect..");

    @ArchTest
    static final ArchRule packages_are_free_of_cycles = slices().matching("dev.tally.singer.(**)")
            .should()
            .beFreeOfCycles();
}
