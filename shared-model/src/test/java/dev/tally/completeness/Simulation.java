package dev.tally.completeness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tally.completeness.Outcomes.BadMember;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.ChangedInput;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;
import dev.tally.sweep.Executions;
import dev.tally.sweep.InMemoryExecutions;
import dev.tally.sweep.Rhythm;
import dev.tally.sweep.Sweep;

/**
 * One schedule: the protocol's own code on in-memory twins, where a seed decides what happens next: an upload, the begin
 * of a message's handler, one more call of a handler that has begun, a second handler of the same message, or a crash.
 * Messages are at least once and in any order: one leaves the queue when a handler of it has returned.
 *
 * <p>A schedule with losses breaks that promise: events and messages vanish now and then, also after a handler of theirs
 * has died, but for a manifest's, which nobody could miss. Sweeps come at any time, and at the end.
 */
final class Simulation {
    /** Each time that something is found, something else may go wrong, once; each such needs one more. */
    private static final int MOST_FINAL_SWEEPS = 6;
    private static final Duration DEADLINE = Duration.ofMillis(60);
    private static final Checksum FOUND = new Checksum(ChecksumAlgorithm.CRC32, "ffffffff");

    private final Random random;
    private final boolean lossy;
    private final Fault fault;
    private final Scenario scenario;
    private final Consumer<Supplier<String>> trace;
    private final int[] nextUpload;

    private final Map<FileRef, FileEvent.Created> objects = new HashMap<>();
    private final Map<ManifestVersion, Scenario.Upload.Announce> announced = new HashMap<>();
    private final Set<String> corrupt = new HashSet<>();
    private final Map<FileRef, FileEvent> lastEvent = new HashMap<>();

    private final InMemoryFiles files;
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries(Coroutine::stop);
    private final InMemoryRuns runs;
    private final Completeness completeness;
    private final Arrivals arrivals;
    private final Checks checks;
    private final Outcomes outcomes;
    private final Interventions interventions;
    /** What people do, apart from the schedule: a seed's schedule is the same without it. */
    private final Random people;
    /** Attempts that the protocol or a person called for. */
    private final Set<String> calledFor = new HashSet<>();

    private final List<Message> queue = new ArrayList<>();
    private final List<Handler> handlers = new ArrayList<>();
    private final Map<String, Integer> starts = new HashMap<>();
    private final Map<String, Delivery> running = new HashMap<>();
    /** For each state that a file ever had, the step at which it was there. */
    private final Map<FileRef, List<Integer>> since = new HashMap<>();
    private final InMemoryExecutions executions = new InMemoryExecutions();
    private final Sweep sweep;
    /** What was there before the latest operation on it. */
    private final Map<FileRef, FileEvent.Created> before = new HashMap<>();
    private final Set<FileEvent> lost = new HashSet<>();
    private int crashes;
    private int duplicates;
    private int losses;
    private int sweeps;
    private int finalSweeps;
    private int step;

    /** What a handler is to do; alive until one of its handlers has returned. */
    private static final class Message {
        private final Supplier<String> name;
        private final Runnable work;
        private final Optional<Runnable> loss;
        private boolean begun;

        /** @param loss what follows if it is lost; absent if it cannot be */
        private Message(Supplier<String> name, Runnable work, Optional<Runnable> loss) {
            this.name = name;
            this.work = work;
            this.loss = loss;
        }
    }

    private static final class Handler {
        private final Message message;
        private final Coroutine coroutine;

        private Handler(Message message) {
            this.message = message;
            this.coroutine = new Coroutine(message.work);
        }
    }

    Simulation(long seed, Fault fault, Consumer<Supplier<String>> trace) {
        this(seed, false, fault, trace);
    }

    Simulation(long seed, boolean lossy, Fault fault, Consumer<Supplier<String>> trace) {
        this.random = new Random(seed);
        this.people = new Random(~seed);
        this.lossy = lossy;
        this.fault = fault;
        this.trace = trace;
        this.scenario = Scenario.of(random);
        this.nextUpload = new int[scenario.uploads().size()];
        this.crashes = random.nextInt(4);
        this.duplicates = random.nextInt(4);
        if (lossy) {
            losses = 1 + random.nextInt(3);
            sweeps = fault == Fault.NOBODY_SWEEPS ? 0 : random.nextInt(3);
            finalSweeps = fault == Fault.NOBODY_SWEEPS ? 0 : MOST_FINAL_SWEEPS;
        }
        files = new InMemoryFiles(Coroutine::stop, states -> states - 1 - Math.min(random.nextInt(3), states - 1), 1);
        FaultyFiles faulty = new FaultyFiles(files, deliveries, fault);
        runs = new InMemoryRuns(Coroutine::stop, objects::get);
        completeness = new Completeness(faulty, deliveries, deliveries, deliveries, passes(), this::start,
                () -> Scenario.at(step));
        arrivals = new Arrivals(faulty, this::send, completeness, file -> file.key().endsWith(".manifest.json"),
                (watch, failure) -> {
                    throw failure;
                });
        LostEvents lostEvents = new LostEvents(faulty, deliveries, this::look, arrivals, completeness, this::send,
                file -> trace.accept(() -> step + " found: " + file));
        checks = new Checks(completeness,
                new Registration(this::read, deliveries, new FaultyDeliveries(deliveries, fault), deliveries,
                        this::sendRegistered,
                        completeness, () -> Scenario.at(step), this::chunks),
                files, lostEvents,
                new ChangedFiles(files, file -> Optional.of("sim"), deliveries, deliveries, this::pinned,
                        new Transitions(deliveries, deliveries, () -> Scenario.at(step)), this::send),
                files, this::send);
        outcomes = new Outcomes(deliveries, deliveries, files, this::send, arrivals, () -> Scenario.at(step));
        interventions = new Interventions(deliveries, deliveries, this::send, () -> Scenario.at(step));
        sweep = new Sweep(deliveries, new Transitions(deliveries, deliveries, () -> Scenario.at(step)), executions,
                this::send, new Rhythm(Duration.ofMinutes(1), Duration.ofMillis(1)), () -> Scenario.at(step));
    }

    private int chunks(long members) {
        return (int) Math.max(1, (members + scenario.chunkSize() - 1) / scenario.chunkSize());
    }

    /**
     * Runs until nothing is left to happen, then looks whether all is well.
     *
     * @throws AssertionError if a law was broken, at once where that can be seen at once
     */
    void run() {
        while (act()) {
            step++;
            if (step > 20_000) {
                throw new AssertionError("It does not come to an end");
            }
        }
        inspect();
    }

    /** The deliveries as they are, in all revisions. */
    List<Delivery> deliveries() {
        return deliveries.all();
    }

    private boolean act() {
        List<Runnable> choices = new ArrayList<>();
        for (int i = 0; i < nextUpload.length; i++) {
            if (nextUpload[i] < scenario.uploads().get(i).size()) {
                int object = i;
                choices.add(() -> upload(scenario.uploads().get(object).get(nextUpload[object]++)));
            }
        }
        for (Message message : queue) {
            if (losses > 0 && message.loss.isPresent() && handlers.stream().noneMatch(h -> h.message == message)) {
                choices.add(() -> lose(message));
            }
            if (!message.begun) {
                choices.add(() -> begin(message));
            } else if (duplicates > 0) {
                choices.add(() -> {
                    duplicates--;
                    begin(message);
                });
            }
        }
        for (Handler handler : handlers) {
            choices.add(() -> proceed(handler));
            choices.add(() -> proceed(handler));
            if (crashes > 0) {
                choices.add(() -> crash(handler));
            }
        }
        if (sweeps > 0) {
            choices.add(() -> {
                sweeps--;
                sweep();
            });
        }
        if (choices.isEmpty() && finalSweeps > 0) {
            choices.add(() -> {
                finalSweeps--;
                sweep();
            });
        }
        if (choices.isEmpty()) {
            return false;
        }
        choices.get(random.nextInt(choices.size())).run();
        noteStates();
        return true;
    }

    private void lose(Message message) {
        losses--;
        queue.remove(message);
        message.loss.orElseThrow().run();
        trace.accept(() -> step + " lost: " + message.name.get());
    }

    private void sweep() {
        message(() -> "sweep", () -> {
            for (Sweep.Finding finding : sweep.page("sim", Optional.empty(), 100).findings()) {
                require(!(finding instanceof Sweep.Finding.Trouble), finding::toString);
            }
        });
    }

    private Optional<FileEvent.Created> look(FileRef file, Sequencer order) {
        FileEvent.@Nullable Created object = fault == Fault.LOOK_BEFORE_READING
                ? before.getOrDefault(file, objects.get(file))
                : objects.get(file);
        Sequencer place = switch (fault) {
            case FOUND_IS_NEWEST -> new Sequencer("f");
            case FOUND_IS_OLDEST -> Sequencer.FIRST;
            default -> order;
        };
        return new InMemoryStoredFiles(Coroutine::stop, f -> object).find(file, place);
    }

    private void upload(Scenario.Upload upload) {
        FileRef file = upload.file();
        Optional.ofNullable(objects.get(file)).ifPresent(object -> before.put(file, object));
        Sequencer sequencer = new Sequencer(Integer.toHexString(0x10_0000 + step));
        FileEvent event = switch (upload) {
            case Scenario.Upload.Delete delete -> new FileEvent.Deleted(file, sequencer, Scenario.at(step));
            case Scenario.Upload.Put put -> created(file, sequencer, put.size());
            case Scenario.Upload.Announce announce -> created(file, sequencer, 1);
        };
        if (event instanceof FileEvent.Created created) {
            objects.put(file, created);
            if (upload instanceof Scenario.Upload.Put put && put.corrupt()) {
                corrupt.add(created.etag());
            }
            if (upload instanceof Scenario.Upload.Announce announce) {
                announced.put(ManifestVersion.of(told(created)), announce);
            }
        } else {
            objects.remove(file);
        }
        lastEvent.put(file, event);
        FileEvent told = event instanceof FileEvent.Created created ? told(created) : event;
        Optional<Runnable> loss = upload instanceof Scenario.Upload.Announce
                ? Optional.empty()
                : Optional.of(() -> lost.add(event));
        message(() -> "event " + told, () -> arrivals.arrive(told), loss);
    }

    private FileEvent.Created created(FileRef file, Sequencer sequencer, long size) {
        Optional<String> version = scenario.versioned() ? Optional.of("v" + step) : Optional.empty();
        return new FileEvent.Created(file, sequencer, Scenario.at(step), size, "e" + step, version);
    }

    /** Some sources of events leave the version out. */
    private static FileEvent.Created told(FileEvent.Created event) {
        boolean silent = event.sequencer().value().hashCode() % 3 == 0;
        return silent
                ? new FileEvent.Created(event.file(), event.sequencer(), event.at(), event.size(), event.etag(),
                        Optional.empty())
                : event;
    }

    private void message(Supplier<String> name, Runnable work) {
        message(name, work, Optional.empty());
    }

    private void message(Supplier<String> name, Runnable work, Optional<Runnable> loss) {
        trace.accept(() -> step + " queued: " + name.get());
        queue.add(new Message(name, work, loss));
    }

    private void begin(Message message) {
        message.begun = true;
        Handler handler = new Handler(message);
        handlers.add(handler);
        trace.accept(() -> step + " begins: " + message.name.get());
        proceed(handler);
    }

    private void proceed(Handler handler) {
        if (handler.coroutine.resume()) {
            handlers.remove(handler);
            queue.remove(handler.message);
            trace.accept(() -> step + " done: " + handler.message.name.get());
        } else {
            trace.accept(() -> step + " called: " + handler.message.name.get());
        }
    }

    private void crash(Handler handler) {
        crashes--;
        handlers.remove(handler);
        handler.message.begun = handlers.stream().anyMatch(h -> h.message == handler.message);
        trace.accept(() -> step + " crashed: " + handler.message.name.get());
    }

    private void send(List<CheckMessage> messages) {
        for (CheckMessage check : messages) {
            if (fault == Fault.CHANGES_ARE_NOT_TOLD && check instanceof CheckMessage.Changed) {
                continue;
            }
            message(check::toString, () -> {
                try {
                    checks.handle(check);
                } catch (ManifestGoneException replaced) {
                    trace.accept(replaced::getMessage);
                }
            }, check instanceof CheckMessage.Register ? Optional.empty() : Optional.of(() -> {}));
            Coroutine.stop();
        }
    }

    private void sendRegistered(List<CheckMessage> messages) {
        boolean leftAlone = fault == Fault.DECISIONS_ARE_LEFT_ALONE;
        send(messages.stream().filter(message -> !leftAlone || !(message instanceof CheckMessage.Decide)).toList());
    }

    private ManifestSource.Text read(ManifestVersion manifest, Consumer<Member> members) {
        Scenario.Upload.Announce announce = announced.get(manifest);
        boolean there = manifest.versionId().isPresent()
                || Optional.ofNullable(objects.get(manifest.file()))
                        .filter(o -> o.etag().equals(manifest.etag()))
                        .isPresent();
        if (announce == null || !there) {
            throw new ManifestGoneException(manifest);
        }
        announce.members().forEach(members);
        Coroutine.stop();
        withdraw(new DeliveryKey(announce.delivery(), manifest.revision()));
        return ManifestTexts.of(new ManifestHeader(announce.delivery(), "{}", Optional.of(DEADLINE), false),
                fault == Fault.EQUAL_BYTES_ARE_NEWS ? manifest : announce.members());
    }

    private Optional<PinnedFiles.Version> pinned(ResolvedManifest resolved, int part, FileRef file) {
        return runs.find(resolved, part, file)
                .map(version -> fault == Fault.WHAT_IS_USED_COUNTS_AS_CHANGED
                        ? new PinnedFiles.Version("other", Optional.empty())
                        : version);
    }

    /** Remembers when each decision began to read. */
    private RunFiles passes() {
        return new RunFiles() {
            @Override
            public Map<FileRef, FileEvent.Created> pin(Collection<FileEvent.Created> created) {
                return runs.pin(created);
            }

            @Override
            public ResolvedManifestWriter write(Delivery delivery) {
                int began = step;
                ResolvedManifestWriter writer = runs.write(delivery);
                return new ResolvedManifestWriter() {
                    @Override
                    public void add(Member member, FileEvent.Created file) {
                        writer.add(member, file);
                    }

                    @Override
                    public void endPart() {
                        writer.endPart();
                    }

                    @Override
                    public ResolvedManifest commit() {
                        ResolvedManifest resolved = writer.commit();
                        check(delivery, resolved, began);
                        return resolved;
                    }

                    @Override
                    public void close() {
                        writer.close();
                    }
                };
            }
        };
    }

    /** No decision may rest on a file that had been gone, replaced or known bad before it began to read. */
    private void check(Delivery delivery, ResolvedManifest resolved, int began) {
        Map<Member, FileEvent.Created> members = runs.members(resolved);
        Scenario.Upload.Announce announce = announced.get(delivery.manifest());
        for (Member member : announce.members()) {
            FileEvent.Created used = members.get(member);
            if (used == null) {
                require(!member.required(), () -> "early: decided without " + member);
                continue;
            }
            require(member.fixity().size().orElse(used.size()) == used.size(), () -> "early: decided on another size: "
                    + used);
            if (!member.file().isDelivery()) {
                require(current(used, began), () -> "early: decided on a file that had been gone: " + used);
            }
        }
    }

    /** Whether a file was known, and not to be bad, in a version that was the latest at that step or later. */
    private boolean current(FileEvent.Created used, int began) {
        List<FileState> states = files.history(used.file());
        List<Integer> times = since.getOrDefault(used.file(), List.of());
        for (int i = 0; i < states.size(); i++) {
            boolean overBefore = i + 1 < times.size() && times.get(i + 1) < began;
            boolean same = states.get(i).bad().isEmpty() && states.get(i)
                    .present()
                    .filter(f -> f.etag().equals(used.etag()))
                    .isPresent();
            if (same && !overBefore) {
                return true;
            }
        }
        return false;
    }

    private void noteStates() {
        for (FileRef file : lastEvent.keySet()) {
            List<Integer> times = since.computeIfAbsent(file, f -> new ArrayList<>());
            while (times.size() < files.history(file).size()) {
                times.add(step);
            }
        }
    }

    private String start(Delivery delivery) {
        String attempt = attempt(delivery.key(), delivery.attempt());
        String execution = fault == Fault.RANDOM_NAME ? attempt + "-" + step : attempt;
        require(!withdrawn(delivery.key()), () -> "started although withdrawn: " + attempt);
        if (running.putIfAbsent(execution, delivery) == null) {
            int count = starts.merge(attempt, 1, Integer::sum);
            require(count == 1, () -> "twice: " + attempt + " was started again");
            ResolvedManifest resolved = delivery.life().resolved().orElseThrow();
            boolean fails = random.nextInt(7) == 0;
            boolean reprocessed = random.nextBoolean();
            message(() -> "run " + execution, () -> finish(delivery, resolved, fails, reprocessed),
                    Optional.of(() -> executions.end(execution, new Executions.End(Scenario.at(step),
                            Optional.of(new Reason("execution", "Aborted", "nobody heard of it"))))));
        }
        Coroutine.stop();
        return execution;
    }

    /** The run: finds corrupt bytes, or comes to a good end, or to a bad one now and then. */
    private void finish(Delivery delivery, ResolvedManifest resolved, boolean fails, boolean reprocessed) {
        List<BadMember> bad = runs.members(resolved)
                .values()
                .stream()
                .filter(f -> corrupt.contains(f.etag()))
                .map(f -> new BadMember(f.file(), new BadMark(f.etag(), f.versionId(), Scenario.ANNOUNCED, FOUND)))
                .toList();
        if (!bad.isEmpty()) {
            calledFor.add(attempt(delivery.key(), delivery.attempt() + 1));
            outcomes.unfit(delivery.key(), delivery.attempt(), bad);
        } else if (fails) {
            Delivery failed = outcomes.failed(delivery.key(), delivery.attempt(), new Reason("job", "Error", "why"));
            if (reprocessed && failed.status() == DeliveryStatus.FAILED) {
                reprocess(failed);
            }
        } else {
            Delivery done = outcomes.finished(delivery.key(), delivery.attempt(), Optional.empty());
            if (done.status() == DeliveryStatus.PROCESSED && people.nextInt(10) == 0) {
                reprocess(done);
            }
        }
    }

    /** A person's request, who gets no answer now and then, and sends it again. */
    private void reprocess(Delivery over) {
        calledFor.add(attempt(over.key(), over.attempt() + 1));
        for (int sent = people.nextInt(3) == 0 ? 0 : 1; sent < 2; sent++) {
            message(() -> "reprocess " + over.key(), () -> interventions.reprocess(over.key(),
                    fault == Fault.ANY_ATTEMPT
                            ? deliveries.find(over.key()).orElseThrow().attempt()
                            : over.attempt()));
        }
    }

    /** Now and then somebody takes back what was just announced, which may be before it is registered, or too late. */
    private void withdraw(DeliveryKey delivery) {
        if (people.nextInt(8) == 0) {
            message(() -> "withdraw " + delivery, () -> {
                if (deliveries.find(delivery).isPresent()) {
                    interventions.withdraw(delivery, 1, "");
                }
            });
        }
    }

    private static String attempt(DeliveryKey delivery, int number) {
        return delivery + "!" + number;
    }

    private boolean withdrawn(DeliveryKey key) {
        return deliveries.all()
                .stream()
                .anyMatch(d -> d.key().equals(key) && d.status() == DeliveryStatus.WITHDRAWN);
    }

    private void inspect() {
        lastEvent.forEach((file, event) -> require(
                lost.contains(event)
                        || files.state(file).latest().filter(l -> l.sequencer().equals(event.sequencer())).isPresent(),
                () -> "lost: " + event + " is not what is known at the end"));
        Map<DeliveryId, TreeMap<Sequencer, ManifestVersion>> manifests = new HashMap<>();
        announced.forEach((version, announce) -> manifests.computeIfAbsent(announce.delivery(), id -> new TreeMap<>())
                .put(version.sequencer(), version));
        Map<DeliveryId, DeliveryKey> newest = new HashMap<>();
        manifests.forEach((id, versions) -> {
            newest.put(id, newest(id, versions.lastEntry().getValue()).key());
            inspectRepeats(id, versions.values());
        });
        for (Delivery delivery : deliveries.all()) {
            boolean last = delivery.key().equals(newest.get(delivery.key().id()));
            for (int number = 2; number <= delivery.attempt(); number++) {
                String attempt = attempt(delivery.key(), number);
                require(calledFor.contains(attempt), () -> "twice: nobody called for " + attempt);
            }
            switch (delivery.status()) {
                case WAITING -> {
                    require(last, () -> "stuck: " + delivery.key() + " waits although a newer manifest came");
                    require(!allThere(delivery), () -> "stuck: " + delivery.key() + " waits for nothing");
                }
                case COMPLETE, PROCESSING ->
                    require(false, () -> "stuck: " + delivery.key() + " is " + delivery.status());
                case SUPERSEDED ->
                    require(!last, () -> "lost: the newest revision of " + delivery.key() + " was replaced");
                case PROCESSED, ARCHIVED, FAILED, WITHDRAWN, REJECTED -> {
                    // an end
                }
            }
            delivery.life().resolved().ifPresent(resolved -> inspectInputs(delivery, resolved));
        }
    }

    /** The revision that goes before all others, which has to be of the manifest that is there in the end. */
    private Delivery newest(DeliveryId id, ManifestVersion version) {
        Delivery newest = Transitions.newest(deliveries.all().stream().filter(d -> d.key().id().equals(id)).toList())
                .orElseThrow(() -> new AssertionError("lost: " + id + " was never registered"));
        require(newest.latestManifest().equals(version) && members(newest.manifest()).equals(members(version)),
                () -> "lost: " + newest + " goes before the last manifest of " + id);
        return newest;
    }

    private List<Member> members(ManifestVersion manifest) {
        return Objects.requireNonNull(announced.get(manifest)).members();
    }

    /**
     * What changed behind the decision is told, unless that was lost on the way, and nothing else is. What changed while the
     * decision was being made may be told or not.
     */
    private void inspectInputs(Delivery delivery, ResolvedManifest resolved) {
        Instant decided = delivery.life()
                .history()
                .stream()
                .filter(p -> p.status() == DeliveryStatus.COMPLETE && p.attempt() == delivery.attempt())
                .findFirst()
                .orElseThrow()
                .at();
        Optional<FileRef> told = delivery.life().changedInput().map(ChangedInput::file);
        for (FileEvent.Created used : runs.members(resolved).values()) {
            FileEvent latest = files.state(used.file()).latest().orElseThrow();
            boolean changed = !used.file().isDelivery()
                    && !new PinnedFiles.Version(used.etag(), used.versionId()).isOf(latest);
            require(changed || !told.equals(Optional.of(used.file())),
                    () -> "told: " + delivery.key() + " uses " + used + ", which did not change");
            boolean mustBeTold = changed && !lossy && delivery.status() != DeliveryStatus.FAILED
                    && Scenario.at(since(latest)).isAfter(decided);
            require(!mustBeTold || told.isPresent(),
                    () -> "untold: " + delivery.key() + " uses " + used + ", of which came " + latest);
        }
    }

    /** The step at which an event was taken in. */
    private int since(FileEvent event) {
        List<FileState> states = files.history(event.file());
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).latest().equals(Optional.of(event))) {
                return since.getOrDefault(event.file(), List.of()).get(i);
            }
        }
        throw new AssertionError("Never known: " + event);
    }

    /** Of manifests that follow each other and are the same, only one may have begun. */
    private void inspectRepeats(DeliveryId id, Collection<ManifestVersion> versions) {
        List<Member> before = List.of();
        Optional<DeliveryKey> begun = Optional.empty();
        for (ManifestVersion version : versions) {
            DeliveryKey key = new DeliveryKey(id, version.revision());
            Optional<DeliveryKey> other = members(version).equals(before) ? begun : Optional.empty();
            boolean starts = this.starts.containsKey(attempt(key, 1));
            require(!starts || other.isEmpty(), () -> "twice: " + key + " is what " + other + " was");
            begun = starts ? Optional.of(key) : other;
            before = members(version);
        }
    }

    /** Whatever is known: whether the files are there, and not known to be bad. */
    private boolean allThere(Delivery delivery) {
        return announced.get(delivery.manifest())
                .members()
                .stream()
                .filter(Member::required)
                .allMatch(m -> Verdict.of(m, actual(m.file())) instanceof Verdict.Satisfied);
    }

    private FileState actual(FileRef file) {
        if (file.isDelivery()) {
            Optional<FileEvent> result = files.state(file)
                    .latest()
                    .or(() -> deliveries.all()
                            .stream()
                            .filter(d -> d.key().id().name().equals(file.key()) && Result.isThere(d))
                            .map(Result::of)
                            .findFirst());
            return new FileState(file, result, 1, Set.of(), false, Optional.empty());
        }
        Optional<FileEvent.Created> object = Optional.ofNullable(objects.get(file));
        Optional<BadMark> bad = files.state(file)
                .bad()
                .filter(mark -> object.filter(o -> o.etag().equals(mark.etag())).isPresent());
        return new FileState(file, object.map(o -> o), 1, Set.of(), false, bad);
    }

    private static void require(boolean condition, Supplier<String> law) {
        if (!condition) {
            throw new AssertionError(law.get());
        }
    }
}
