package dev.tally.it;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Arrows between modules that a class path alone does not hold, since a module also sees what its dependencies need.
 */
@AnalyzeClasses(packages = "dev.tally", importOptions = DoNotIncludeTests.class)
final class ModuleArrowsTest {
    @ArchTest
    static final ArchRule the_cli_talks_to_the_api_and_never_to_functions = noClasses().that()
            .resideInAPackage("dev.tally.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.lambda..", "dev.tally.aws..", "software.amazon.awssdk.services.dynamodb..");
}
