import AgentWire
import LanguageModels
import StreamingJSON

/// Tells how an answer that has a shape grows: the whole so far, and each element of its lists as soon as its last byte is there.
///
/// **Cost.** A byte is read once. A snapshot costs its size, so one is only told when the text has grown by a sixteenth since the one
/// before, and none of a text beyond ``maximumBytes``: all snapshots together are at most seventeen times as long as the answer. An
/// element is told once, unless the model's answer is replaced.
struct GrowingAnswer {
    /// From this length on an answer is shown by its elements only.
    static let maximumBytes = 256 * 1024

    private let isWrapped: Bool
    private var parser: JSONStreamParser
    /// How much could be seen when a snapshot was last due, and the last one that was told.
    private var extent = JSONVisibleExtent()
    private var shown: JSONValue?
    /// From how many bytes on the next snapshot is due.
    private var nextOffset = 0
    /// Whether the text can still become JSON.
    private var isJSON = true
    /// The elements that were told, by the path of their list.
    private var told: [String: [JSONValue]] = [:]

    /// - Parameter isWrapped: Whether the value stands in an object around it.
    init(isWrapped: Bool) {
        self.isWrapped = isWrapped
        parser = Self.parser(isWrapped)
    }

    private static func parser(_ isWrapped: Bool) -> JSONStreamParser {
        // Elements of the value, and of its members.
        JSONStreamParser(eventDepth: isWrapped ? 3 : 2)
    }

    /// Takes in a step; tells what a client sees of it.
    mutating func apply(_ event: SessionEvent) -> [RunEvent] {
        switch event {
        case .textDelta(let piece):
            feed(piece)
            return tell(isDue: parser.offset >= nextOffset)
        case .textReplaced(let text): return replace(by: text)
        // What a model says before it calls a tool is not the answer.
        case .toolStarted, .toolFinished, .toolPending:
            renew()
            return takeBack()
        // Of a call in pieces, the end of its round says that it waits.
        case .refusalDelta, .callDelta, .toolProgress, .reasoningDelta, .contextCompacted: return []
        }
    }

    /// What is left to tell of the answer once it is known.
    mutating func finish(_ answer: StructuredAnswer) -> [RunEvent] {
        tell(answer.object.lists) + [.objectCompleted(answer)]
    }

    private mutating func feed(_ piece: String) {
        guard isJSON else { return }
        // That it is none is found at the end, with all of the text.
        isJSON = (try? parser.feed(piece)) != nil
    }

    private mutating func renew() {
        parser = Self.parser(isWrapped)
        (extent, nextOffset, isJSON) = (JSONVisibleExtent(), 0, true)
    }

    private mutating func replace(by text: String) -> [RunEvent] {
        renew()
        guard !text.isEmpty else { return takeBack() }
        feed(text)
        // Told one by one what differs: most replacements only leave out what is `null`.
        var lists: [String: [JSONValue]] = [:]
        for (path, value) in takeElements() { lists[path, default: []].append(value) }
        let events = tell(lists)
        return events + tell(isDue: true)
    }

    private mutating func takeBack() -> [RunEvent] {
        guard shown != nil || !told.isEmpty else { return [] }
        (shown, told) = (nil, [:])
        return [.objectDelta(.null, isRestart: true)]
    }
}

// MARK: - Telling

extension GrowingAnswer {
    /// The elements that are complete since the last time, and a snapshot if one is due.
    private mutating func tell(isDue: Bool) -> [RunEvent] {
        var events: [RunEvent] = []
        for (path, value) in takeElements() {
            events.append(.objectElement(path: path, index: told[path]?.count ?? 0, value: value))
            told[path, default: []].append(value)
        }
        guard isDue, parser.offset <= Self.maximumBytes, parser.visibleExtent != extent else { return events }
        extent = parser.visibleExtent
        let snapshot = isWrapped ? parser.snapshot?[AnswerFormat.valueName] : parser.snapshot
        guard let snapshot else { return events }
        nextOffset = parser.offset + parser.offset / 16
        let value = snapshot.value
        // The end of a text or a list shows nothing.
        guard value != shown else { return events }
        shown = value
        return events + [.objectDelta(value)]
    }

    /// Tells the elements that were not told, or were told otherwise; begins anew when too many were told.
    private mutating func tell(_ lists: [String: [JSONValue]]) -> [RunEvent] {
        var events: [RunEvent] = []
        if told.contains(where: { $1.count > lists[$0]?.count ?? 0 }) { events = takeBack() }
        for (path, elements) in lists.sorted(by: { $0.key < $1.key }) {
            let known = told[path] ?? []
            for (index, value) in elements.enumerated() where index >= known.count || known[index] != value {
                events.append(.objectElement(path: path, index: index, value: value))
            }
        }
        told = lists
        return events
    }

    private mutating func takeElements() -> [(path: String, value: JSONValue)] {
        parser.takeEvents().compactMap { event in
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
    /// The elements of the value if it is a list, and of its members that are, by their JSON pointers.
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
