package dev.tally;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Functions are thin and know nothing of each other; adapters know nothing of functions; AWS stops at the adapters. */
@AnalyzeClasses(packages = {"dev.tally.aws", "dev.tally.json",
    "dev.tally.lambda"}, importOptions = DoNotIncludeTests.class)
final class ArrowsTest {
    @ArchTest
    static final ArchRule functions_do_not_know_each_other = slices().matching("dev.tally.lambda.(*)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule what_functions_share_knows_no_function = noClasses().that()
            .resideInAPackage("dev.tally.lambda")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tally.lambda.*..");

    @ArchTest
    static final ArchRule adapters_know_no_function = noClasses().that()
            .resideInAPackage("dev.tally.aws..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tally.lambda..");

    @ArchTest
    static final ArchRule json_knows_neither = noClasses().that()
            .resideInAPackage("dev.tally.json..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tally.lambda..", "dev.tally.aws..");

    @ArchTest
    static final ArchRule functions_know_no_sdk = noClasses().that()
            .resideInAPackage("dev.tally.lambda..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("software.amazon.awssdk..");
}
