package dev.tally.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1. They are taken from below the range from which operating systems serve outgoing connections, so that a process that was killed finds its port
 * free again, however many connections were made in the meantime.
 */
public final class FreePort {

    private static final int LOWEST = 20_000;
    private static final int BEYOND = 32_000;
    private static final int ATTEMPTS = 200;

    private FreePort() {}

    /**
     * The wished port if it is free, else any that is; 0 wishes for none. Another process may take it before it is used, so the caller must be ready to ask again.
     */
    static int preferring(int wished) {
        return wished > 0 && isFree(wished) ? wished : any();
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Any that is free. */
    public static int any() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
            if (isFree(port)) {
                return port;
            }
        }
        throw new LocalCloudException("no free port on 127.0.0.1 between " + LOWEST + " and " + BEYOND);
    }
}
