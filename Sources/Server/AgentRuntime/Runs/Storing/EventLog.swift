import AgentWire
import Storage

/// The events of one run: numbered without gaps, each encoded once, with the latest of them in memory.
///
/// Events that the store has are dropped beyond a few kilobytes, so that a long run uses no more memory than a short one.
struct EventLog {
    /// A position between two events.
    struct Place: Hashable, Sendable {
        /// The number of the event that follows.
        var sequence = 0
        /// The bytes of all events before it.
        var offset = 0
    }

    /// The place after the last event.
    private(set) var end = Place()
    /// The place up to which the store has the events.
    private(set) var stored = Place()
    /// The place up to which the events were appended to the journal, or the store has them.
    private(set) var appended = Place()
    /// The place up to which the events outlive the process, because the journal or the store has them.
    ///
    /// A reader whose client can resume after the number of an event is shown no event beyond it.
    private(set) var kept = Place()
    /// The ends of the pieces that the journal has not acknowledged yet.
    private var unacknowledged: [Place] = []
    /// Whether the log contains the last event.
    private(set) var isOver = false

    /// The place from which the events are in memory.
    private(set) var start = Place()
    private var lines: [UInt8] = []
    private let memoryBytes: Int

    /// Makes a log.
    ///
    /// - Parameter memoryBytes: The bytes of stored events that stay in memory, so that readers that are a little behind need not read
    ///   the store.
    init(memoryBytes: Int = 32 * 1024) { self.memoryBytes = memoryBytes }

    /// Makes a log that continues after a number of events, which are in the store.
    init(after count: Int) {
        self.init()
        start = Place(sequence: count, offset: 0)
        (end, stored, appended, kept) = (start, start, start, start)
    }

    /// The bytes that the store does not have yet.
    var unstoredBytes: Int { end.offset - stored.offset }

    /// Appends an event; nothing is appended after the last one.
    mutating func append(_ event: RunEvent) {
        guard !isOver else { return }
        let count = lines.count
        RunEventLine.append(event, to: &lines)
        end.sequence += 1
        end.offset += lines.count - count
        isOver = event.isTerminal
    }

    /// Appends events that are encoded already; nothing is appended after the last one.
    ///
    /// - Parameter isLast: Whether the run ends with the last of them.
    mutating func append(_ encoded: [UInt8], count: Int, isLast: Bool) {
        guard !isOver else { return }
        lines += encoded
        end.sequence += count
        end.offset += encoded.count
        isOver = isLast
    }

    /// Returns the place before an event; `nil` when the event is no longer in memory, or its predecessor does not exist yet.
    func place(before sequence: Int) -> Place? {
        guard sequence >= start.sequence, sequence <= end.sequence else { return nil }
        if sequence == end.sequence { return end }
        var place = start
        var index = 0
        while place.sequence < sequence, let feed = lines[index...].firstIndex(of: UInt8(ascii: "\n")) {
            index = feed + 1
            place.sequence += 1
        }
        place.offset += index
        return place
    }

    /// Whether the events after a place are in memory.
    func holds(_ place: Place) -> Bool { place.offset >= start.offset }

    /// Returns the events after a place, which must be in memory.
    func chunk(from place: Place) -> RunEventChunk {
        RunEventChunk(
            first: place.sequence,
            count: end.sequence - place.sequence,
            lines: lines(from: place)
        )
    }

    /// Returns the lines of the events after a place, which must be in memory.
    func lines(from place: Place) -> [UInt8] { Array(lines[(place.offset - start.offset)...]) }

    /// Returns the events between two places, which must be in memory.
    func chunk(from place: Place, to last: Place) -> RunEventChunk {
        RunEventChunk(
            first: place.sequence,
            count: last.sequence - place.sequence,
            lines: Array(lines[(place.offset - start.offset)..<(last.offset - start.offset)])
        )
    }

    /// Returns whole events after a place, which must be in memory: up to a number of bytes, but at least one event if there is any.
    func chunk(from place: Place, byteLimit: Int) -> (chunk: RunEventChunk, end: Place) {
        guard end.offset - place.offset > byteLimit else { return (chunk(from: place), end) }
        let first = place.offset - start.offset
        let limit = first + max(0, byteLimit)
        let feed = UInt8(ascii: "\n")
        let last = lines[first..<limit].lastIndex(of: feed) ?? lines[limit...].firstIndex(of: feed) ?? lines.count - 1
        let piece = Array(lines[first...last])
        let count = piece.count { $0 == feed }
        return (
            RunEventChunk(first: place.sequence, count: count, lines: piece),
            Place(sequence: place.sequence + count, offset: place.offset + piece.count)
        )
    }

    /// Returns the events that neither the store nor the journal has, for an append to the journal.
    ///
    /// The caller then calls ``markKept()`` or ``awaitAcknowledgement()``.
    ///
    /// - Parameter last: The last events, if the caller has them.
    mutating func dequeueUnappended(_ last: RunEventChunk? = nil) -> RunEventChunk? {
        let place = appended
        appended = end
        guard place.offset < end.offset else { return nil }
        if let last, last.first == place.sequence { return last }
        return chunk(from: place)
    }

    /// Records that the journal keeps the events that were just appended.
    mutating func markKept() {
        // The journal acknowledges in order, so earlier pieces come first.
        if unacknowledged.isEmpty { kept = appended } else { unacknowledged.append(appended) }
    }

    /// Records that the journal acknowledges the events later that were just appended.
    mutating func awaitAcknowledgement() { unacknowledged.append(appended) }

    /// Records that the journal keeps the events before this number.
    ///
    /// - Returns: Whether more events are kept than before.
    mutating func acknowledge(before sequence: Int) -> Bool {
        let count = unacknowledged.firstIndex { $0.sequence > sequence } ?? unacknowledged.count
        guard count > 0 else { return false }
        let place = unacknowledged[count - 1]
        unacknowledged.removeFirst(count)
        guard place.offset > kept.offset else { return false }
        kept = place
        return true
    }

    /// Records that the store has the events up to a place.
    mutating func markStored(to place: Place) {
        guard place.offset > stored.offset else { return }
        stored = place
        if appended.offset < place.offset { appended = place }
        if kept.offset < place.offset {
            kept = place
            unacknowledged.removeAll { $0.offset <= place.offset }
        }
        // Not for every event, because the remaining bytes have to be moved.
        guard stored.offset - start.offset > 2 * memoryBytes else { return }
        let target = stored.offset - start.offset - memoryBytes
        guard let feed = lines[target...].firstIndex(of: UInt8(ascii: "\n")) else { return }
        let count = feed + 1
        start.sequence += lines[..<count].count { $0 == UInt8(ascii: "\n") }
        start.offset += count
        lines.removeFirst(count)
    }
}
