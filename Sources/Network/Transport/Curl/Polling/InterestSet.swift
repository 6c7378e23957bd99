/// The events that the poller watches for each socket, and the calls that adapt them to libcurl's wishes.
///
/// A muted socket is not read, whatever libcurl wants. See ``CurlPool`` for the reason.
struct InterestSet {
    /// The events of a socket that the poller reports.
    struct Interest: OptionSet, Hashable {
        var rawValue: UInt8

        static let read = Interest(rawValue: 1)
        static let write = Interest(rawValue: 2)
    }

    /// The call that adapts the poller.
    enum Change: Equatable {
        case none
        case add(Interest)
        case modify(Interest)
        case remove
    }

    private struct Entry {
        var wanted: Interest = []
        var watched: Interest = []
        var isMuted = false
    }

    private var entries: [Int32: Entry] = [:]

    /// Sets the events that libcurl wants; an empty set when it no longer uses the socket.
    mutating func set(_ interest: Interest, on socket: Int32) -> Change {
        change(socket) { $0.wanted = interest }
    }

    /// Stops or resumes reading from a socket.
    mutating func setMuted(_ isMuted: Bool, _ socket: Int32) -> Change {
        change(socket) { $0.isMuted = isMuted }
    }

    /// Removes a socket that is about to be closed.
    mutating func remove(_ socket: Int32) -> Change {
        change(socket) { $0 = Entry(watched: $0.watched) }
    }

    private mutating func change(_ socket: Int32, _ update: (inout Entry) -> Void) -> Change {
        var entry = entries[socket] ?? Entry()
        update(&entry)
        let before = entry.watched
        entry.watched = entry.isMuted ? entry.wanted.subtracting(.read) : entry.wanted
        entries[socket] = entry.wanted.isEmpty && !entry.isMuted ? nil : entry
        if before == entry.watched { return .none }
        if before.isEmpty { return .add(entry.watched) }
        return entry.watched.isEmpty ? .remove : .modify(entry.watched)
    }
}
