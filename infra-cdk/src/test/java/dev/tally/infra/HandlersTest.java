package dev.tally.infra;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Starts each handler with what the template gives its function. */
final class HandlersTest {

    private static final Synthesis DEV = Synthesis.of("dev");

    @ParameterizedTest
    @EnumSource(FunctionKind.class)
    void eachStartsWithTheSettingsItIsGiven(FunctionKind kind) throws ReflectiveOperationException {
        assertThat(started(kind, settings(kind))).isInstanceOf(RequestStreamHandler.class);
    }

    @ParameterizedTest
    @EnumSource(FunctionKind.class)
    void noneIsGivenASettingThatItDoesNotNeed(FunctionKind kind) {
        assertThat(settings(kind).keySet()).filteredOn(setting -> setting.startsWith("TALLY_")).allSatisfy(setting -> {
            var fewer = new HashMap<>(settings(kind));
            fewer.remove(setting);
            assertThatThrownBy(() -> started(kind, fewer)).hasMessageContaining(setting);
        });
    }

    private static Object started(FunctionKind kind, Map<String, String> settings) throws ReflectiveOperationException {
        try {
            return Class.forName(kind.handler()).getConstructor(Map.class).newInstance(settings);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw refused;
        }
    }

    /** The function's environment, with the attributes of resources as AWS would put them. */
    private static Map<String, String> settings(FunctionKind kind) {
        Map<String, String> settings = new HashMap<>(Map.of("AWS_REGION", "eu-west-1"));
        DEV.tracker()
                .resource("AWS::Lambda::Function", "Functions" + kind.constructId() + "Function")
                .property("Environment", "Variables")
                .propertyStream()
                .forEach(variable -> settings.put(variable.getKey(),
                        deployed(variable.getKey(), variable.getValue().asText())));
        return settings;
    }

    private static String deployed(String variable, String value) {
        if (variable.endsWith("_QUEUE_URL")) {
            return "https://sqs.eu-west-1.amazonaws.com/123456789012/queue";
        }
        var text = value.replace("<AWS::Partition>", "aws")
                .replace("<AWS::Region>", "eu-west-1")
                .replace("<AWS::AccountId>", "123456789012")
                .replace("${AWS::AccountId}", "123456789012")
                .replace("${AWS::Region}", "eu-west-1");
        return text.startsWith("<") ? "resource-of-" + variable.toLowerCase(Locale.ROOT).replace('_', '-') : text;
    }
}
