package dev.tally;

import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Which package of the domain may know which: each only those before it. */
@AnalyzeClasses(packages = "dev.tally", importOptions = DoNotIncludeTests.class)
final class ArrowsTest {
    private static final String ROOT = "dev.tally";
    private static final List<String> LOWEST_FIRST = List.of("", "spelling", "file", "fixity", "dataset", "manifest",
            "delivery",
            "event", "completeness", "sweep");

    @ArchTest
    static final ArchRule the_domain_knows_no_aws = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon..", "com.amazonaws..");

    @ArchTest
    static final ArchRule concerns_know_only_lower_ones = classes().should(knowOnlyLowerConcerns());

    @ArchTest
    static final ArchRule packages_are_free_of_cycles = slices().matching("dev.tally.(**)")
            .should()
            .beFreeOfCycles();

    private static ArchCondition<JavaClass> knowOnlyLowerConcerns() {
        return new ArchCondition<>("know only concerns before their own in " + LOWEST_FIRST) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                int own = place(type);
                if (own < 0) {
                    events.add(
                            SimpleConditionEvent.violated(type, type.getName() + " is in a package without a place"));
                }
                type.getDirectDependenciesFromSelf()
                        .stream()
                        .filter(dependency -> OURS.test(dependency.getTargetClass()))
                        .filter(dependency -> place(dependency.getTargetClass()) > own)
                        .forEach(dependency -> events
                                .add(SimpleConditionEvent.violated(dependency, dependency.getDescription())));
            }
        };
    }

    private static final DescribedPredicate<JavaClass> OURS = JavaClass.Predicates.resideInAPackage(ROOT + "..");

    private static int place(JavaClass type) {
        String below = type.getPackageName().substring(ROOT.length());
        return LOWEST_FIRST.indexOf(below.isEmpty() ? below : below.split("\\.", -1)[1]);
    }
}
