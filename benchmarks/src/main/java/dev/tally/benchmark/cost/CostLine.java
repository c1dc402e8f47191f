package dev.tally.benchmark.cost;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.tally.benchmark.JsonLine;
import dev.tally.benchmark.metered.Meter;

/** What is printed of a run. */
final class CostLine {
    private CostLine() {}

    /** @param detail adds what each kind of request took, and what the dollars are for */
    static JsonLine of(CostRun.Result result, boolean detail) {
        JsonLine line = new JsonLine("cost").with("members", result.run().members())
                .with("order", result.run().order().label())
                .with("writeUnitsPerFile", result.writeUnitsPerFile())
                .with("readUnitsPerFile", result.readUnitsPerFile())
                .with("requestsLastFileToStart", result.requestsLastFileToStart())
                .with("dollarsPerMillionFiles", result.dollarsPerMillionFiles())
                .with("peakHeapMb", result.peakHeapMb());
        return detail ? line.with("detail", detail(result)) : line;
    }

    private static Map<String, Object> detail(CostRun.Result result) {
        double files = result.files();
        Map<String, Object> requests = new LinkedHashMap<>();
        result.processed().forEach((request, usage) -> {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("requests", usage.requests());
            figures.put("writeUnitsPerFile", usage.writeUnits() / files);
            figures.put("readUnitsPerFile", usage.readUnits() / files);
            figures.put("bytesPerRequest", usage.bytes() / usage.requests());
            requests.put(request, figures);
        });
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("deliveries", result.run().deliveries());
        detail.put("heapLimitMb", Runtime.getRuntime().maxMemory() >> 20);
        detail.put("items", result.items());
        detail.put("checkMessages", result.checked());
        detail.put("requestsLastFileToStartMean",
                result.lastFileToStart().stream().mapToLong(Long::longValue).average().orElseThrow());
        detail.put("writeUnitsPerFileToProcessed", Meter.total(result.processed()).writeUnits() / files);
        detail.put("readUnitsPerFileToProcessed", Meter.total(result.processed()).readUnits() / files);
        detail.put("requests", requests);
        detail.put("dollarsPerMillionFiles", result.dollars());
        return detail;
    }
}
