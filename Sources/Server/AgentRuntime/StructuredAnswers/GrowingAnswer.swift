import AgentWire
import LanguageModels
import StreamingJSON

/// Turns the growth of a structured answer into events: snapshots of the whole so far, and each element of its lists as soon as its
/// last byte has arrived.
///
/// **Cost.** A byte is read once. A snapshot costs its size, so one is emitted only when the text has grown by a sixteenth since the
/// last one, and none beyond ``maximumBytes``: all snapshots together are at most seventeen times as long as the answer. An element is
/// emitted once, unless the model's answer is replaced.
struct GrowingAnswer {
    /// The length from which an answer is shown by its elements only.
    static let maximumBytes = 256 * 1024

    private let isWrapped: Bool
    private var parser: JSONStreamParser
    /// The visible extent when a snapshot was last due, and the last snapshot emitted.
    private var extent = JSONVisibleExtent()
    private var lastSnapshot: JSONValue?
    /// The number of bytes from which the next snapshot is due.
    private var nextOffset = 0
    /// Whether the text can still become JSON.
    private var isJSON = true
    /// The emitted elements, by the path of their list.
    private var emitted: [String: [JSONValue]] = [:]

    /// - Parameter isWrapped: Whether the value is wrapped in an object.
    init(isWrapped: Bool) {
        self.isWrapped = isWrapped
        parser = Self.parser(isWrapped)
    }

    private static func parser(_ isWrapped: Bool) -> JSONStreamParser {
        // The depth covers elements of the value, and of its members.
        JSONStreamParser(eventDepth: isWrapped ? 3 : 2)
    }

    /// Reads a step, and returns its events for the client.
    mutating func apply(_ event: SessionEvent) -> [RunEvent] {
        switch event {
        case .textDelta(let piece):
            feed(piece)
            return emit(isDue: parser.offset >= nextOffset)
        case .textReplaced(let text): return replace(by: text)
        // Text before a tool call is not the answer.
        case .toolStarted, .toolFinished, .toolPending:
            restart()
            return withdraw()
        // The end of the round reports a streamed call.
        case .refusalDelta, .callDelta, .toolProgress, .reasoningDelta, .reasoningSigned, .contextCompacted: return []
        }
    }

    /// Returns the remaining events once the answer is known.
    mutating func finish(_ answer: StructuredAnswer) -> [RunEvent] {
        emit(answer.object.lists) + [.objectCompleted(answer)]
    }

    private mutating func feed(_ piece: String) {
        guard isJSON else { return }
        // The check at the end reports invalid JSON, with all of the text.
        isJSON = (try? parser.feed(piece)) != nil
    }

    private mutating func restart() {
        parser = Self.parser(isWrapped)
        (extent, nextOffset, isJSON) = (JSONVisibleExtent(), 0, true)
    }

    private mutating func replace(by text: String) -> [RunEvent] {
        restart()
        guard !text.isEmpty else { return withdraw() }
        feed(text)
        // Only differences are emitted, because most replacements only omit a `null`.
        var lists: [String: [JSONValue]] = [:]
        for (path, value) in dequeueElements() { lists[path, default: []].append(value) }
        let events = emit(lists)
        return events + emit(isDue: true)
    }

    private mutating func withdraw() -> [RunEvent] {
        guard lastSnapshot != nil || !emitted.isEmpty else { return [] }
        (lastSnapshot, emitted) = (nil, [:])
        return [.objectDelta(.null, isRestart: true)]
    }
}

// MARK: - Events

extension GrowingAnswer {
    /// Returns the elements completed since the last call, and a snapshot if one is due.
    private mutating func emit(isDue: Bool) -> [RunEvent] {
        var events: [RunEvent] = []
        for (path, value) in dequeueElements() {
            events.append(.objectElement(path: path, index: emitted[path]?.count ?? 0, value: value))
            emitted[path, default: []].append(value)
        }
        guard isDue, parser.offset <= Self.maximumBytes, parser.visibleExtent != extent else { return events }
        extent = parser.visibleExtent
        let snapshot = isWrapped ? parser.snapshot?[AnswerFormat.valueName] : parser.snapshot
        guard let snapshot else { return events }
        nextOffset = parser.offset + parser.offset / 16
        let value = snapshot.value
        // The end of a text or a list changes nothing visible.
        guard value != lastSnapshot else { return events }
        lastSnapshot = value
        return events + [.objectDelta(value)]
    }

    /// Returns the elements that are new or changed; starts over when more elements were emitted than there are now.
    private mutating func emit(_ lists: [String: [JSONValue]]) -> [RunEvent] {
        var events: [RunEvent] = []
        if emitted.contains(where: { $1.count > lists[$0]?.count ?? 0 }) { events = withdraw() }
        for (path, elements) in lists.sorted(by: { $0.key < $1.key }) {
            let known = emitted[path] ?? []
            for (index, value) in elements.enumerated() where index >= known.count || known[index] != value {
                events.append(.objectElement(path: path, index: index, value: value))
            }
        }
        emitted = lists
        return events
    }

    private mutating func dequeueElements() -> [(path: String, value: JSONValue)] {
        parser.drainEvents().compactMap { event in
            var steps = event.path.steps[...]
            if isWrapped {
                guard steps.popFirst() == .name(AnswerFormat.valueName) else { return nil }
            }
            guard case .index? = steps.popLast() else { return nil }
            switch steps.first {
            case nil: return ("", event.value)
            case .name?: return (JSONPath(Array(steps)).description, event.value)
            case .index?: return nil
            }
        }
    }
}

extension JSONValue {
    /// The elements of the value if it is a list, and of its members that are lists, by JSON pointer.
    fileprivate var lists: [String: [JSONValue]] {
        switch self {
        case .array(let elements): return ["": elements]
        case .object(let members):
            var lists: [String: [JSONValue]] = [:]
            for (name, member) in members {
                if case .array(let elements) = member, !elements.isEmpty {
                    lists[JSONPath([.name(name)]).description] = elements
                }
            }
            return lists
        default: return [:]
        }
    }
}
