import AgentWire
import LanguageModels
import ModelProviders
import StreamingJSON

/// The items of a run: turns a session's steps into events with item numbers.
///
/// A message or a thought continues until another item starts, except for the client's calls: a provider may mix text and pieces of
/// calls, and the text is one message all the same. ``StreamedCalls`` decides the order of the calls.
struct RunItems {
    private enum Kind { case message, value, reasoning }

    private var numbers: ItemNumbers
    private var open: (number: Int, kind: Kind)?
    /// The client's calls, which are emitted while the model writes them.
    private var streamedCalls = StreamedCalls()
    /// Whether the model's words of a refusal were emitted.
    private var hasRefusal = false

    /// Whether a round broke off after one of its calls was emitted.
    var hasBrokenCall: Bool { streamedCalls.hasBrokenCall }

    /// The ids of earlier calls, which a new call must not have.
    var usedIDs: Set<String> {
        get { streamedCalls.usedIDs }
        set { streamedCalls.usedIDs = newValue }
    }

    /// Makes the table of a run that has this number of items.
    init(count: Int = 0) { numbers = ItemNumbers(count: count) }

    /// Adds the events of a step; none for a step that is internal to the session.
    mutating func append(_ step: SessionEvent, to events: inout [RunEvent]) {
        switch step {
        case .textDelta(let text): events.append(.textDelta(item: current(.message, &events), text: text))
        case .reasoningDelta(let text): events.append(.reasoningDelta(item: current(.reasoning, &events), text: text))
        case .reasoningSigned(let signature, let metadata):
            let item = current(.reasoning, &events)
            let isRedacted = SealedReasoning.isRedacted(metadata)
            let seal = SealedReasoning.seal(signature, metadata)
            events.append(.reasoningSealed(item: item, seal: seal, isRedacted: isRedacted))
            // A seal ends its reasoning: the next reasoning has another one.
            end(&events)
        case .refusalDelta(let text):
            hasRefusal = true
            events.append(.refusalDelta(item: current(.message, &events), text: text))
        case .textReplaced(let text):
            guard let open, open.kind == .message else { return }
            events.append(.textReplaced(item: open.number, text: text))
        case .callDelta(let id, let name, let arguments):
            streamedCalls.append(arguments, of: id, name, numbers: &numbers, to: &events)
        case .toolStarted(let call):
            end(&events)
            let item = numbers.add(call: call.id)
            let started = RunItem.ToolCall(
                id: call.id,
                name: call.toolName,
                site: .server,
                arguments: call.arguments.jsonValue
            )
            events.append(.itemAdded(RunItem(number: item, .toolCall(started))))
        case .toolProgress(let call, let fraction, let note):
            events.append(.toolProgress(item: numbers.number(of: call), call: call, fraction: fraction, note: note))
        case .toolFinished(let outcome):
            events.append(.toolFinished(item: numbers.number(of: outcome.call.id), WireToolCall(outcome)))
        // A pending call is emitted once it is stored (`LiveRun.announce()`), and the compaction of the context is no part of the
        // message.
        case .toolPending, .contextCompacted: return
        }
    }

    /// Adds the events of more JSON text of a structured answer.
    mutating func append(value text: String, to events: inout [RunEvent]) {
        guard !text.isEmpty else { return }
        events.append(.valueDelta(item: current(.value, &events), text: text))
    }

    /// Returns the events of a step.
    mutating func events(for step: SessionEvent) -> [RunEvent] {
        var events: [RunEvent] = []
        append(step, to: &events)
        return events
    }

    /// Returns the events of more JSON text of a structured answer.
    mutating func events(forValue text: String) -> [RunEvent] {
        var events: [RunEvent] = []
        append(value: text, to: &events)
        return events
    }

    /// Returns the events of a refusal with this text, unless they were emitted as they arrived; they belong to the run's end.
    mutating func events(forRefusal text: String) -> [RunEvent] {
        guard !hasRefusal else { return [] }
        var events: [RunEvent] = []
        append(.refusalDelta(text), to: &events)
        end(&events)
        return events
    }

    /// Returns the events of a round's end, which ends the open item and the calls.
    mutating func events(for round: RunRound, isWhole: Bool = true) -> [RunEvent] {
        var events: [RunEvent] = []
        end(&events)
        streamedCalls.endRound(isWhole: isWhole, numbers: &numbers, to: &events)
        events.append(.roundEnded(round))
        return events
    }

    /// Returns the item and the id of a call of the last round, by the model's id; `nil` for a call that was not emitted.
    func streamedCall(_ id: String) -> (item: Int, id: String)? { streamedCalls.endedCall(id) }

    /// Numbers a call that the client makes.
    mutating func add(call id: String) -> Int { numbers.add(call: id) }

    /// Restores the number of a call of an earlier process.
    mutating func restore(call id: String, item: Int) { numbers.restore(call: id, item: item) }

    /// Returns the number of the open item of a kind; starts the item if it is not open.
    private mutating func current(_ kind: Kind, _ events: inout [RunEvent]) -> Int {
        if let open, open.kind == kind { return open.number }
        end(&events)
        let number = numbers.add()
        open = (number, kind)
        let content: RunItem.Content =
            switch kind {
            case .message: .message
            case .value: .value
            case .reasoning: .reasoning
            }
        events.append(.itemAdded(RunItem(number: number, content)))
        return number
    }

    private mutating func end(_ events: inout [RunEvent]) {
        guard let ended = open else { return }
        open = nil
        events.append(.itemDone(item: ended.number))
    }
}

extension FinishReason {
    /// Makes the reason from the word of a provider's decoder; `nil` for any other word.
    init?(_ metadata: [String: GeneratedContent]) {
        guard let word = try? metadata["finish_reason"]?.value(String.self) else { return nil }
        self.init(rawValue: word)
    }
}
