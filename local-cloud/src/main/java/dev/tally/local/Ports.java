package dev.tally.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The ports of a local cloud; 0 for one that it never had. */
record Ports(int emulator, int host) {

    static Ports read(Path file) {
        try {
            var numbers = Files.readString(file).strip().split(" ", -1);
            return new Ports(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException none) {
            return new Ports(0, 0);
        }
    }

    void write(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, emulator + " " + host + "\n");
        } catch (IOException problem) {
            throw new LocalCloudException("cannot write " + file, problem);
        }
    }
}
