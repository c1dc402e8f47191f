package dev.tally.local;

/** The steps of bringing a local cloud up that can take noticeable time. Only those with work to do are reported, and some run side by side. */
public enum Phase {
    /** Installs the emulator into the user's cache. */
    INSTALL_EMULATOR("Install the emulator"),
    /** Installs the CDK command line into the user's cache. */
    INSTALL_CDK("Install the CDK command line"),
    /** Starts the emulator. */
    START_EMULATOR("Start the emulator"),
    /** Starts the function host. */
    START_HOST("Start the function host"),
    /** Makes the templates from the CDK app. */
    SYNTHESIZE("Synthesize the stacks"),
    /** Prepares the empty cloud for the CDK. */
    BOOTSTRAP("Bootstrap the cloud"),
    /** Deploys the stacks. */
    DEPLOY("Deploy the stacks"),
    /** Puts newer code in the place of that deployed. */
    REFRESH_CODE("Refresh the functions' code"),
    /** Waits until the API answers. */
    VERIFY("Wait for the API");

    private final String title;

    Phase(String title) {
        this.title = title;
    }

    /** A title to show to people. */
    public String title() {
        return title;
    }
}
