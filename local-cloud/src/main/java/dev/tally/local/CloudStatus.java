package dev.tally.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How a local cloud is.
 *
 * @param endpoint where AWS clients find it; absent when it is down
 * @param emulator the emulator, if its process lives
 * @param host the function host, if its process lives
 * @param deployed whether the stacks are deployed
 * @param outputs of the stacks
 * @param folder its logs and state
 */
public record CloudStatus(
        String name, Optional<URI> endpoint, Optional<Part> emulator, Optional<Part> host, boolean deployed,
        Map<String, String> outputs, Path folder) {

    public CloudStatus {
        outputs = Map.copyOf(outputs);
    }

    static CloudStatus of(CloudFiles files) {
        var state = CloudState.read(files.state());
        var emulator = state.runningEmulator();
        return new CloudStatus(
                files.name(), emulator.map(process -> CloudSettings.endpoint(process.port())), emulator.map(Part::of),
                state.runningHost().map(Part::of), state.deployed() != null && emulator.isPresent(),
                CloudOutputs.read(files.outputs()), files.folder());
    }

    /** Everything is there that {@code up} makes. */
    public boolean isUp() {
        return emulator.isPresent() && host.isPresent() && deployed;
    }

    /** A process of the cloud. */
    public record Part(long pid, int port, Instant startedAt) {

        static Part of(ManagedProcess process) {
            return new Part(process.pid(), process.port(), process.startedAt());
        }
    }
}
