package dev.tally.cli.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Exposures of one patch of the sky in one night: the same stars in each, the sky's own noise, and a minor planet that moves
 * from frame to frame. Made from fixed seeds, so every run has the same bytes.
 */
public final class StarField {
    /** Columns of an image. */
    static final int WIDTH = 160;
    /** Rows of an image. */
    static final int HEIGHT = 150;

    private static final int STARS = 60;
    private static final double SKY = 1200;
    private static final double NOISE = 22;
    private static final double SEEING = 1.5;
    private static final int FULL_WELL = 32_000;
    private static final long SKY_SEED = 20_261_130;
    private static final LocalDateTime DUSK = LocalDateTime.of(2026, 11, 30, 1, 12, 0);
    private static final Duration CADENCE = Duration.ofMinutes(6);

    private final List<Source> stars = new ArrayList<>();

    /** Something that shines, in pixels, and how bright its middle is above the sky. */
    private record Source(double x, double y, double peak) {}

    public StarField() {
        var random = new SplittableRandom(SKY_SEED);
        for (int star = 0; star < STARS; star++) {
            // Faint stars are many and bright ones few.
            stars.add(new Source(random.nextDouble(WIDTH), random.nextDouble(HEIGHT),
                    150 / StrictMath.pow(random.nextDouble(0.006, 1), 0.9)));
        }
    }

    /** The name of an exposure, counted from 1. */
    public static String name(int exposure) {
        return String.format(Locale.ROOT, "exposure_%02d.fits", exposure);
    }

    /** Writes so many exposures into a folder. */
    public void write(Path folder, int exposures) throws IOException {
        for (int exposure = 1; exposure <= exposures; exposure++) {
            try (OutputStream out = Files.newOutputStream(folder.resolve(name(exposure)))) {
                image(exposure, exposures).write(out);
            }
        }
    }

    FitsImage image(int exposure, int exposures) {
        var light = new double[WIDTH * HEIGHT];
        stars.forEach(star -> shine(light, star));
        double way = (double) exposure / (exposures + 1);
        shine(light, new Source(12 + way * (WIDTH - 24), 30 + way * 80, 900));
        return new FitsImage(WIDTH, HEIGHT, exposed(light, exposure))
                .with("OBJECT", "Field 31", "what was observed")
                .with("TELESCOP", "Tally demo", "made by a program, not seen by anybody")
                .with("FILTER", "r", "pass band")
                .with("DATE-OBS", DUSK.plus(CADENCE.multipliedBy(exposure - 1L)).toString() + ":00", "begin, UTC")
                .with("EXPTIME", 180.0, "seconds")
                .with("BUNIT", "adu", "unit of the values")
                .with("FRAME", exposure, "number in the night");
    }

    /** A round Gaussian, cut off where it is lost in the noise. */
    private static void shine(double[] light, Source source) {
        int reach = (int) Math.ceil(5 * SEEING);
        for (int y = Math.max(0, (int) source.y - reach); y <= Math.min(HEIGHT - 1, (int) source.y + reach); y++) {
            for (int x = Math.max(0, (int) source.x - reach); x <= Math.min(WIDTH - 1, (int) source.x + reach); x++) {
                double squared = (x - source.x) * (x - source.x) + (y - source.y) * (y - source.y);
                light[y * WIDTH + x] += source.peak * StrictMath.exp(-squared / (2 * SEEING * SEEING));
            }
        }
    }

    private static short[] exposed(double[] light, int exposure) {
        var random = new SplittableRandom(SKY_SEED + exposure);
        var values = new short[light.length];
        for (int pixel = 0; pixel < light.length; pixel++) {
            double gradient = 40.0 * (pixel % WIDTH) / WIDTH;
            double noise = random.nextGaussian() * StrictMath.sqrt(NOISE * NOISE + light[pixel]);
            values[pixel] = (short) Math.clamp(Math.round(SKY + gradient + light[pixel] + noise), 0, FULL_WELL);
        }
        return values;
    }
}
