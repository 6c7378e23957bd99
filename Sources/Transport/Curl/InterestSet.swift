/// Knows what is watched of each socket, and which call brings that in line with what is wanted.
///
/// A socket can be muted: then nothing is read from it, whatever libcurl wants. See ``CurlPool`` for the reason.
struct InterestSet {
    /// What is to be told about a socket.
    struct Interest: OptionSet, Hashable {
        var rawValue: UInt8

        static let read = Interest(rawValue: 1)
        static let write = Interest(rawValue: 2)
    }

    /// The call to make.
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

    /// libcurl's wish; empty when it has done with the socket.
    mutating func want(_ interest: Interest, on socket: Int32) -> Change {
        change(socket) { $0.wanted = interest }
    }

    /// Reads no more from a socket, or reads from it again.
    mutating func setMuted(_ isMuted: Bool, _ socket: Int32) -> Change {
        change(socket) { $0.isMuted = isMuted }
    }

    /// A socket is about to be closed.
    mutating func forget(_ socket: Int32) -> Change {
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
