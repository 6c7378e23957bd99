import AgentWire

/// Decides which run has a conversation and which wait for it; does nothing itself.
///
/// A conversation is known by its client and its id together, so that a client who names another's conversation neither learns
/// of it nor holds it up.
struct ConversationQueue {
    /// A conversation of a client.
    struct Place: Hashable, Sendable {
        var client: String
        var conversation: String
    }

    /// What becomes of a run that comes.
    enum Entry: Equatable {
        /// It begins.
        case begin
        /// It waits.
        case wait
        /// It waits, and this one is to be stopped.
        case replace(String)
        /// It may not come in.
        case refuse
    }

    private struct Line {
        var current: String
        var waiting: [String] = []
    }

    private var lines: [Place: Line] = [:]
    private let capacity: Int

    /// Makes a queue.
    ///
    /// - Parameter capacity: How many runs may wait for one conversation.
    init(capacity: Int = 16) { self.capacity = capacity }

    /// Whether no run has any conversation.
    var isEmpty: Bool { lines.isEmpty }

    /// Whether a run has this conversation.
    func isTaken(_ place: Place) -> Bool { lines[place] != nil }

    /// The run that has this conversation.
    func holder(of place: Place) -> String? { lines[place]?.current }

    /// A run comes.
    mutating func enter(_ run: String, _ place: Place, _ policy: ChatRequest.BusyPolicy) -> Entry {
        guard var line = lines[place] else {
            lines[place] = Line(current: run)
            return .begin
        }
        guard policy != .refuse, line.waiting.count < capacity else { return .refuse }
        if policy == .queue {
            line.waiting.append(run)
        } else {
            line.waiting.insert(run, at: 0)
        }
        lines[place] = line
        return policy == .queue ? .wait : .replace(line.current)
    }

    /// A run has ended, or waits no longer; tells which run has the conversation now, if that is another than before.
    mutating func leave(_ run: String, _ place: Place) -> String? {
        guard var line = lines[place] else { return nil }
        guard line.current == run else {
            line.waiting.removeAll { $0 == run }
            lines[place] = line
            return nil
        }
        guard !line.waiting.isEmpty else {
            lines[place] = nil
            return nil
        }
        line.current = line.waiting.removeFirst()
        lines[place] = line
        return line.current
    }
}
