package dev.tally.it;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** Arrows between modules that the class path does not hold, since it has to have the functions. */
@AnalyzeClasses(packages = {"dev.tally.cli", "dev.tally.it", "dev.tally.local"})
final class ModuleArrowsTest {
    @ArchTest
    static final ArchRule commands_local_cloud_and_these_tests_stay_outside_the_functions = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.lambda..", "dev.tally.aws..", "dev.tally.completeness..");
}
