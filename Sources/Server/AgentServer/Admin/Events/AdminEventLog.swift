import AgentWire

/// The latest events for the readers of `GET /admin/events`, and the topics whose state must be read again.
///
/// It decides everything without I/O and without a clock. A change marks a topic; at most once a second the topic's state is read, and each
/// object whose state has changed becomes an event. So a burst of changes is one event, with the newest state. A reader has only a
/// position, and no queue: if its next event is not in the log any more, it starts with a snapshot.
package struct AdminEventLog {
    /// A part of the server's state that is read as a whole.
    package enum Topic: Hashable, Sendable {
        /// The keys and the rotations.
        case keys
        /// The clients.
        case clients
        /// A run.
        case run(String)
        /// The usage of the day.
        case usage
        /// The audit chain.
        case audit
    }

    /// An object whose states are events.
    struct Object: Hashable, Sendable {
        /// The type of its events.
        var kind: WireAdminEvent.Kind
        /// Its id; empty if there is only one of its kind.
        var id: String
    }

    /// An event of the log.
    struct Entry: Sendable, Equatable {
        /// The number, from 1.
        var number: Int
        /// The type.
        var kind: WireAdminEvent.Kind
        /// The data, as JSON text in one line.
        var data: [UInt8]
    }

    /// The next thing for a reader.
    enum Reading: Sendable, Equatable {
        /// Events after its position.
        case entries([Entry])
        /// A snapshot, after which the reader continues at this position.
        case snapshot(at: Int)
        /// There is nothing new.
        case nothing
    }

    /// The limits of the log.
    struct Limits: Sendable {
        /// The most events.
        var entries = 1000
        /// The most bytes of data.
        var bytes = 1 << 20
        /// The most runs that wait to be read; beyond that, readers get a snapshot.
        var waitingRuns = 1000
        /// The most runs that are read in a second, so that a busy server spends little on its readers.
        var runsPerSecond = 100
    }

    /// The least time between two readings of a topic.
    static let interval = Duration.seconds(1)
    /// The least time between two snapshots because of too many changes.
    static let snapshotInterval = Duration.seconds(5)

    private let limits: Limits
    private var entries: [Entry] = []
    private var bytes = 0
    private var lastNumber = 0
    /// The position before which readers need a snapshot.
    private var floor = 0
    /// The topics to read, in the order of their marks.
    private var marked: [Topic] = []
    private var isMarked: Set<Topic> = []
    /// The times of the last readings that are less than a second ago.
    private var readAt: [Topic: ContinuousClock.Instant] = [:]
    /// The hashes of the last states of objects.
    private var states: [Object: Int] = [:]
    /// The start of the second in which runs are counted, and the number of runs read in it.
    private var runWindow: (start: ContinuousClock.Instant, count: Int)?
    private var hasOverflowed = false
    private var overflowedAt: ContinuousClock.Instant?

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// The number of the last event.
    var end: Int { lastNumber }
}

// MARK: - Changes

extension AdminEventLog {
    /// Marks a topic whose state has changed; returns whether it was not marked before.
    mutating func mark(_ topic: Topic) -> Bool {
        guard !isMarked.contains(topic) else { return false }
        if case .run = topic, marked.count >= limits.waitingRuns {
            hasOverflowed = true
            return false
        }
        isMarked.insert(topic)
        marked.append(topic)
        return true
    }

    /// Returns the topics to read now, in the order of their marks, and the time of the next ones; `nil` if none is marked.
    mutating func due(at time: ContinuousClock.Instant) -> (topics: [Topic], next: ContinuousClock.Instant?) {
        readAt = readAt.filter { time - $0.value < Self.interval }
        if hasOverflowed, overflowedAt.map({ time - $0 >= Self.snapshotInterval }) ?? true { startAnew(at: time) }
        var window = runWindow ?? (start: time, count: 0)
        if time - window.start >= Self.interval { window = (start: time, count: 0) }
        var due: [Topic] = []
        var rest: [Topic] = []
        var next: ContinuousClock.Instant?
        for topic in marked {
            var moment = readAt[topic].map { $0 + Self.interval }
            if case .run = topic, moment == nil {
                if window.count < limits.runsPerSecond {
                    window.count += 1
                } else {
                    moment = window.start + Self.interval
                }
            }
            if let moment {
                next = min(next ?? moment, moment)
                rest.append(topic)
            } else {
                due.append(topic)
                isMarked.remove(topic)
                readAt[topic] = time
            }
        }
        runWindow = window
        marked = rest
        if hasOverflowed, let overflowedAt {
            let moment = overflowedAt + Self.snapshotInterval
            next = min(next ?? moment, moment)
        }
        return (due, next)
    }

    /// Makes every reader start with a snapshot, because there were too many changes.
    private mutating func startAnew(at time: ContinuousClock.Instant) {
        hasOverflowed = false
        overflowedAt = time
        let runs = marked.filter { if case .run = $0 { true } else { false } }
        isMarked.subtract(runs)
        marked.removeAll { isMarked.contains($0) == false }
        lastNumber += 1
        drop(entries.count)
        floor = lastNumber
    }

    /// Adds the state of an object, unless it is the last one; returns whether it is a new event.
    mutating func append(_ object: Object, _ data: [UInt8]) -> Bool {
        let hash = data.hashValue
        guard states[object] != hash else { return false }
        // Runs come and go; the others are the objects that exist.
        if object.kind != .runChanged { states[object] = hash }
        lastNumber += 1
        entries.append(Entry(number: lastNumber, kind: object.kind, data: data))
        bytes += data.count
        var surplus = 0
        var kept = bytes
        while entries.count - surplus > limits.entries || kept > limits.bytes, surplus < entries.count - 1 {
            kept -= entries[surplus].data.count
            surplus += 1
        }
        drop(surplus)
        return true
    }

    /// Sets the state of an object without an event, before the first reader.
    mutating func know(_ object: Object, _ data: [UInt8]) {
        states[object] = data.hashValue
    }

    /// The ids of the known objects of a kind.
    func ids(of kind: WireAdminEvent.Kind) -> [String] { states.keys.filter { $0.kind == kind }.map(\.id) }

    /// Forgets an object that does not exist any more.
    mutating func forget(_ object: Object) { states[object] = nil }

    /// Forgets all events and states, because no reader needs them; positions from before are too old afterwards.
    mutating func clear() {
        drop(entries.count)
        lastNumber += 1
        floor = lastNumber
        (marked, isMarked, readAt, states) = ([], [], [:], [:])
        (hasOverflowed, overflowedAt) = (false, nil)
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        bytes -= entries.prefix(count).reduce(0) { $0 + $1.data.count }
        floor = entries[count - 1].number
        entries.removeFirst(count)
    }
}

// MARK: - Reading

extension AdminEventLog {
    /// Returns the next events for a reader.
    ///
    /// - Parameters:
    ///   - position: The number of the last event that it has; `nil` for none.
    ///   - kinds: The types of events that it may see.
    /// - Returns: The events, and the position after them, which is later than the last one if the following ones are not for it.
    func read(after position: Int?, _ kinds: Set<WireAdminEvent.Kind>) -> (reading: Reading, position: Int) {
        guard let position, position >= floor, position <= lastNumber else {
            return (.snapshot(at: lastNumber), lastNumber)
        }
        guard position < lastNumber else { return (.nothing, position) }
        let news = entries.drop { $0.number <= position }.filter { kinds.contains($0.kind) }
        return (news.isEmpty ? .nothing : .entries(Array(news)), lastNumber)
    }
}
