package dev.tally.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of the loopback address. */
final class FreePort {

    private FreePort() {}

    /** The wished port if it is free, else any that is; 0 wishes for none. Another process may take it before it is used, so the caller must be ready to ask again. */
    static int preferring(int wished) {
        return wished > 0 && isFree(wished) ? wished : any();
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(loopback(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static int any() {
        try (var socket = new ServerSocket(0, 1, loopback())) {
            return socket.getLocalPort();
        } catch (IOException problem) {
            throw new LocalCloudException("no free port on 127.0.0.1", problem);
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
    }
}
