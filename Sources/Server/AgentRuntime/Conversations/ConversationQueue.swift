import AgentWire
import Storage

/// Decides which run has a conversation and which runs wait for it.
///
/// It has no side effects.
///
/// A conversation is identified by its owner and its id together, so that an owner that names another owner's conversation neither
/// learns of it nor blocks it.
struct ConversationQueue {
    // One process: the line is that of this process, and a conversation in its first turn is known in memory only.

    /// A conversation of an owner.
    struct Place: Hashable, Sendable {
        var owner: Owner
        var conversation: String
    }

    /// The decision about a new run.
    enum Entry: Equatable {
        /// It has the conversation.
        case begin
        /// It waits for the conversation.
        case wait
        /// It waits, and the named run must be stopped.
        case replace(String)
        /// It is refused.
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
    /// - Parameter capacity: The most runs that wait for one conversation.
    init(capacity: Int = 16) { self.capacity = capacity }

    /// Whether no run has any conversation.
    var isEmpty: Bool { lines.isEmpty }

    /// Whether a run has this conversation.
    func isTaken(_ place: Place) -> Bool { lines[place] != nil }

    /// The run that has this conversation.
    func holder(of place: Place) -> String? { lines[place]?.current }

    /// Adds a run.
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

    /// Removes a run that has ended or waits no longer.
    ///
    /// Returns the run that has the conversation now, if that has changed.
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
