package dev.tally.benchmark.cost;

import java.util.Random;

/** In what order the members and the manifest of a delivery come. */
enum Order {
    /** Members at random, the manifest in the middle. */
    SHUFFLED("shuffled"),
    /** The manifest, then the members as it lists them. */
    SEQUENTIAL("sequential"),
    /** The manifest, then the members from the last that it lists to the first. */
    REVERSE("reverse"),
    /** The manifest, then the members at random. */
    MANIFEST_FIRST("manifestFirst"),
    /** Members at random, then the manifest. */
    MANIFEST_LAST("manifestLast");

    private final String label;

    Order(String label) {
        this.label = label;
    }

    /** As it is written in a benchmark's line. */
    String label() {
        return label;
    }

    static Order of(String label) {
        for (Order order : values()) {
            if (order.label.equals(label)) {
                return order;
            }
        }
        throw new IllegalArgumentException("No order is called " + label);
    }

    /** The numbers of the members, from 0 on, and {@link Upload#MANIFEST}, as they come. */
    int[] arrange(int members, long seed) {
        int[] numbers = new int[members];
        for (int i = 0; i < members; i++) {
            numbers[i] = this == REVERSE ? members - 1 - i : i;
        }
        int manifest = switch (this) {
            case SEQUENTIAL, REVERSE, MANIFEST_FIRST -> 0;
            case SHUFFLED -> members / 2;
            case MANIFEST_LAST -> members;
        };
        if (this != SEQUENTIAL && this != REVERSE) {
            shuffle(numbers, new Random(seed));
        }
        int[] arranged = new int[members + 1];
        System.arraycopy(numbers, 0, arranged, 0, manifest);
        arranged[manifest] = Upload.MANIFEST;
        System.arraycopy(numbers, manifest, arranged, manifest + 1, members - manifest);
        return arranged;
    }

    private static void shuffle(int[] numbers, Random random) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = numbers[i];
            numbers[i] = numbers[j];
            numbers[j] = swapped;
        }
    }
}
