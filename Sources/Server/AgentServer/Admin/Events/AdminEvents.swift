package import AgentRuntime
import AgentWire
package import Logging
import StreamingJSON
import Synchronization
import ToolRecords

/// The events of `GET /admin/events`: it collects the changes of the server's parts, and wakes the readers.
///
/// A change costs one look at a flag while nobody reads. ``AdminEventLog`` decides; one task reads the changed states.
package final class AdminEvents: RunObserver {
    // One process: readers are told of changes in this process.

    /// The most readers at a time.
    static let mostReaders = 100
    /// The time for which events are collected after the last reader has left, so that it can continue.
    static let lingering = Duration.seconds(30)

    private struct State {
        var log: AdminEventLog
        var readers: [Int: AdminEventReader] = [:]
        var lastReader = 0
        /// The time at which the last reader has left.
        var idleSince: ContinuousClock.Instant?
        /// Whether the log knows the states of all objects.
        var isPrimed = false
        /// The upstreams of the known keys.
        var upstreams: [String: String] = [:]
        /// The time of the last look at what has no marks.
        var lookedAt: ContinuousClock.Instant?
        /// Whether a rotation is under way, whose leases change without a mark.
        var isRotating = false
    }

    /// A name of this process, so that the ids of another process are not taken for those of this one.
    let epoch: String
    private let state: Mutex<State>
    private let isActive = Atomic(false)
    private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Makes the events of a process.
    package convenience init() { self.init(log: AdminEventLog()) }

    init(log: AdminEventLog) {
        epoch = String(UInt32.random(in: .min ... .max), radix: 16)
        state = Mutex(State(log: log))
    }
}

// MARK: - Changes

extension AdminEvents {
    /// Marks a topic whose state has changed.
    package func mark(_ topic: AdminEventLog.Topic) {
        guard isActive.load(ordering: .relaxed) else { return }
        if state.withLock({ $0.log.mark(topic) }) { wakeUps.continuation.yield() }
    }

    /// Marks all that an administrator may have changed.
    func markAdministration() {
        mark(.keys)
        mark(.clients)
        mark(.audit)
    }

    /// Marks a run whose status has changed, and the usage at its end.
    package func runChanged(_ change: RunChange) {
        mark(.run(change.run))
        if change.usage != nil { mark(.usage) }
    }

    /// Marks a run whose model call, tool or wait has started or ended.
    package func timelineChanged(of run: String) { mark(.run(run)) }
}

// MARK: - Readers

extension AdminEvents {
    /// Adds a reader; `nil` if there are too many.
    func attach() -> (id: Int, reader: AdminEventReader)? {
        let reader = AdminEventReader()
        let id: Int? = state.withLock { state in
            guard state.readers.count < Self.mostReaders else { return nil }
            state.lastReader += 1
            state.readers[state.lastReader] = reader
            state.idleSince = nil
            return state.lastReader
        }
        guard let id else { return nil }
        isActive.store(true, ordering: .relaxed)
        wakeUps.continuation.yield()
        return (id, reader)
    }

    /// Removes a reader.
    func detach(_ id: Int, at time: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.readers[id] = nil
            if state.readers.isEmpty { state.idleSince = time }
        }
        wakeUps.continuation.yield()
    }

    /// Wakes all readers, because one of them may not read any longer.
    func wakeReaders() {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.notify() }
    }

    /// The number of readers.
    var readerCount: Int { state.withLock { $0.readers.count } }

    /// Returns the next events for a reader; see ``AdminEventLog/read(after:_:)``.
    func read(
        after position: Int?,
        _ kinds: Set<WireAdminEvent.Kind>
    ) -> (reading: AdminEventLog.Reading, position: Int) {
        state.withLock { $0.log.read(after: position, kinds) }
    }

    /// Returns the position in an id of an event; `nil` for an id of another process or another form.
    func position(in id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == epoch, id.utf8.count <= 40, let number = Int(parts[1]), number >= 0 else {
            return nil
        }
        return number
    }

    /// Returns the id of the event with a number.
    func id(of number: Int) -> String { "\(epoch)-\(number)" }
}

// MARK: - The work

extension AdminEvents {
    /// Reads changed states until the task is cancelled.
    package func run(_ sources: AdminEventSources, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            // A reader whose token or sign-in ends is closed at once.
            group.addTask { for await _ in sources.revocations() { self.wakeReaders() } }
            var alarm: ContinuousClock.Instant?
            for await _ in wakeUps.stream {
                guard let next = await step(sources, logger, at: .now) else { continue }
                if let alarm, alarm > .now, alarm <= next { continue }
                alarm = next
                group.addTask {
                    // The interval of the events: the only reason to sleep here.
                    try? await Task.sleep(until: next, clock: .continuous)
                    self.wakeUps.continuation.yield()
                }
            }
            group.cancelAll()
        }
    }

    /// Reads the states that are due; returns the time of the next step, or `nil` if it must wait for a wake-up.
    private func step(
        _ sources: AdminEventSources,
        _ logger: Logger,
        at time: ContinuousClock.Instant
    ) async -> ContinuousClock.Instant? {
        let (topics, next, hasReset) = state.withLock { state in
            let end = state.log.end
            let (topics, next) = startStep(&state, at: time)
            return (topics, next, state.log.end != end)
        }
        var hasNews = hasReset
        for topic in topics {
            do {
                let objects = try await sources.read(topic)
                if state.withLock({ Self.append(objects, of: topic, to: &$0) }) { hasNews = true }
            } catch is CancellationError {
                return nil
            } catch {
                // The topic is read again with its next change.
                logger.warning(
                    "A state for the readers of events could not be read",
                    metadata: ["error": "\(StoreError.reason(of: error))"]
                )
            }
        }
        if hasNews { wakeReaders() }
        return next
    }

    private func startStep(
        _ state: inout State,
        at time: ContinuousClock.Instant
    ) -> (topics: [AdminEventLog.Topic], next: ContinuousClock.Instant?) {
        if state.readers.isEmpty {
            guard isActive.load(ordering: .relaxed) else { return ([], nil) }
            let end = (state.idleSince ?? time) + Self.lingering
            if time >= end {
                isActive.store(false, ordering: .relaxed)
                state.log.clear()
                (state.isPrimed, state.upstreams, state.lookedAt) = (false, [:], nil)
                return ([], nil)
            }
        }
        // Before the states are known, each would count as changed.
        guard state.isPrimed else { return ([], state.readers.isEmpty ? nil : time + AdminEventLog.interval) }
        if state.lookedAt.map({ time - $0 >= AdminEventLog.interval }) ?? true {
            state.lookedAt = time
            // Rows of the audit chain have many writers, and leases change without a mark.
            _ = state.log.mark(.audit)
            if state.isRotating { _ = state.log.mark(.keys) }
        }
        let (topics, next) = state.log.due(at: time)
        let look = time + AdminEventLog.interval
        return (topics, min(next ?? look, look))
    }

    /// Adds the objects of a topic to the log, and events for those that are gone; returns whether there are events.
    private static func append(
        _ objects: [AdminEventSources.State],
        of topic: AdminEventLog.Topic,
        to state: inout State
    ) -> Bool {
        var hasNews = false
        for object in objects where state.log.append(object.object, object.data) { hasNews = true }
        switch topic {
        case .keys:
            state.isRotating = objects.contains(where: \.isUnderWay)
            for id in gone(.keyChanged, from: objects, in: state) {
                let upstream = state.upstreams.removeValue(forKey: id) ?? ""
                let event = WireAdminEvent.keyChanged(id: id, upstream: upstream, nil)
                hasNews = state.log.append(.init(kind: .keyChanged, id: id), event.line) || hasNews
                state.log.forget(.init(kind: .keyChanged, id: id))
            }
            for id in gone(.rotationChanged, from: objects, in: state) {
                state.log.forget(.init(kind: .rotationChanged, id: id))
            }
            for object in objects { state.upstreams[object.object.id] = object.upstream }
        case .clients:
            for id in gone(.clientChanged, from: objects, in: state) {
                let event = WireAdminEvent.clientChanged(id: id, nil)
                hasNews = state.log.append(.init(kind: .clientChanged, id: id), event.line) || hasNews
                state.log.forget(.init(kind: .clientChanged, id: id))
            }
        case .run, .usage, .audit: break
        }
        return hasNews
    }

    /// Returns the ids of the known objects of a kind that are not among others.
    private static func gone(
        _ kind: WireAdminEvent.Kind,
        from objects: [AdminEventSources.State],
        in state: borrowing State
    ) -> [String] {
        let present = Set(objects.lazy.filter { $0.object.kind == kind }.map(\.object.id))
        return state.log.ids(of: kind).filter { !present.contains($0) }
    }

    /// Reads the states of all objects, unless they are known; called before a reader's first snapshot.
    ///
    /// A change after that is an event, so none is lost between the snapshot and the first event.
    func prime(_ sources: AdminEventSources) async throws {
        if state.withLock(\.isPrimed) { return }
        let topics: [AdminEventLog.Topic] = [.keys, .clients, .usage, .audit]
        var states: [(AdminEventLog.Topic, [AdminEventSources.State])] = []
        for topic in topics { states.append((topic, try await sources.read(topic))) }
        let hasNews = state.withLock { state in
            var hasNews = false
            for (topic, objects) in states {
                // Another reader may have been faster; what has changed since then is an event for it.
                if state.isPrimed {
                    hasNews = Self.append(objects, of: topic, to: &state) || hasNews
                } else {
                    for object in objects {
                        state.log.know(object.object, object.data)
                        if topic == .keys { state.upstreams[object.object.id] = object.upstream }
                    }
                    if topic == .keys { state.isRotating = objects.contains(where: \.isUnderWay) }
                }
            }
            state.isPrimed = true
            return hasNews
        }
        if hasNews { wakeReaders() }
        wakeUps.continuation.yield()
    }
}

extension WireAdminEvent {
    /// The data as JSON text in one line.
    var line: [UInt8] {
        var bytes: [UInt8] = []
        jsonValue.write(into: &bytes)
        return bytes
    }
}
