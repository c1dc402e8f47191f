package dev.tally.lambda.outputs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.storage.Entry;
import dev.tally.storage.InParallel;
import dev.tally.storage.ObjectLister;
import dev.tally.storage.ObjectLister.Listed;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;
import dev.tally.storage.StoredObject;

/** Lists the files below a prefix, each in the version that is there, to a file of JSON lines. Thread-safe. */
final class OutputLister {
    private static final int AT_ONCE = 32;
    private static final int WINDOW = 256;

    private final ObjectLister lister;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    OutputLister(ObjectLister lister, ObjectReader reader, ObjectWriter writer) {
        this.lister = lister;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * @param count files
     * @param bytes of all files
     */
    record Written(long count, long bytes) {}

    /**
     * @param folder ends with a slash
     * @param list where the list is written to, outside of the folder
     */
    Written list(FileRef folder, FileRef list) {
        Optional<String> replaces = reader.head(ObjectVersion.only(list)).map(StoredObject::etag);
        try (ObjectWriter.Upload upload = writer.begin(list, replaces)) {
            Run run = new Run(folder, upload);
            lister.list(folder.bucket(), folder.key(), run::add);
            run.flush();
            upload.commit();
            return new Written(run.count, run.bytes);
        }
    }

    private final class Run {
        private final FileRef folder;
        private final ObjectWriter.Upload list;
        private final List<Listed> window = new ArrayList<>();
        private long count;
        private long bytes;

        private Run(FileRef folder, ObjectWriter.Upload list) {
            this.folder = folder;
            this.list = list;
        }

        /** What ends with a slash and is empty is no file, but what consoles show as a folder. */
        private void add(Listed object) {
            if (object.size() == 0 && object.file().key().endsWith("/")) {
                return;
            }
            window.add(object);
            if (window.size() >= WINDOW) {
                flush();
            }
        }

        private void flush() {
            List<Optional<Entry.File>> files = InParallel.map(window, AT_ONCE, this::look);
            window.clear();
            for (Optional<Entry.File> file : files) {
                file.ifPresent(this::write);
            }
        }

        /** A listing tells neither version nor checksums. A file that was deleted since is not there. */
        private Optional<Entry.File> look(Listed object) {
            String path = object.file().key().substring(folder.key().length());
            return reader.head(ObjectVersion.only(object.file()))
                    .map(stored -> new Entry.File(path, object.file(), stored.versionId(), stored.etag(), stored.size(),
                            stored.checksums(), Optional.empty()));
        }

        private void write(Entry.File file) {
            try (JsonGenerator json = JsonObject.FACTORY.createGenerator(list)) {
                json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
                file.write(json);
                json.writeRaw('\n');
            } catch (IOException failed) {
                throw new UncheckedIOException("Writing the list", failed);
            }
            count++;
            bytes += file.size();
        }
    }
}
