package dev.tally.local;

import java.nio.file.Path;

/** The files of one local cloud. All but the lock and the ports go when it is taken down. */
record CloudFiles(Path base, String name) {

    Path folder() {
        return base.resolve(name);
    }

    Path lock() {
        return base.resolve(name + ".lock");
    }

    /** Outlives the cloud, so that what was exported for a shell stays right after the next start. */
    Path ports() {
        return base.resolve(name + ".ports");
    }

    Path state() {
        return folder().resolve("state.properties");
    }

    Path code() {
        return folder().resolve("code");
    }

    Path outputs() {
        return folder().resolve("outputs.json");
    }

    Path emulatorLog() {
        return folder().resolve("emulator.log");
    }

    /** What the host's JVM itself says, such as why it did not start. */
    Path hostLog() {
        return folder().resolve("host.log");
    }

    Path functionLog() {
        return folder().resolve("functions.log");
    }

    Path cdkLog() {
        return folder().resolve("cdk.log");
    }
}
