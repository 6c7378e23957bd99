import AgentWire
import LanguageModels

/// Gives the items of a run their numbers: makes events with an identity of a session's steps.
///
/// A message or a thought goes on until something else begins.
struct RunItems {
    private enum Kind { case message, value, reasoning }

    /// The number of the next item.
    private(set) var count: Int
    private var open: (number: Int, kind: Kind)?
    /// The items of calls, by the ids that the model gave them; of an id that is used again the latest.
    private var calls: [String: Int] = [:]

    /// Makes the table of a run that has had some items.
    init(count: Int = 0) { self.count = count }

    /// Adds the events of a step, none for one that only the model's side knows.
    mutating func tell(_ step: SessionEvent, to events: inout [RunEvent]) {
        switch step {
        case .textDelta(let text): events.append(.textDelta(item: current(.message, &events), text: text))
        case .reasoningDelta(let text): events.append(.reasoningDelta(item: current(.reasoning, &events), text: text))
        case .textReplaced(let text):
            guard let open, open.kind == .message else { return }
            events.append(.textReplaced(item: open.number, text: text))
        case .toolStarted(let call):
            end(&events)
            let item = add(call: call.id)
            let started = RunItem.ToolCall(
                id: call.id,
                name: call.toolName,
                site: .server,
                arguments: call.arguments.jsonValue
            )
            events.append(.itemAdded(RunItem(number: item, .toolCall(started))))
        case .toolProgress(let call, let fraction, let note):
            events.append(.toolProgress(item: number(of: call), call: call, fraction: fraction, note: note))
        case .toolFinished(let outcome):
            events.append(.toolFinished(item: number(of: outcome.call.id), WireToolCall(outcome)))
        // What is waited for is told once it is stored (`LiveRun.announce()`), and what the model is reminded of in which words is no part of the message.
        case .toolPending, .contextCompacted: return
        }
    }

    /// Adds the events of more of the JSON text of an answer that has a shape.
    mutating func tell(value text: String, to events: inout [RunEvent]) {
        guard !text.isEmpty else { return }
        events.append(.valueDelta(item: current(.value, &events), text: text))
    }

    /// The events of a step.
    mutating func events(for step: SessionEvent) -> [RunEvent] {
        var events: [RunEvent] = []
        tell(step, to: &events)
        return events
    }

    /// The events of more of the JSON text of an answer that has a shape.
    mutating func events(forValue text: String) -> [RunEvent] {
        var events: [RunEvent] = []
        tell(value: text, to: &events)
        return events
    }

    /// The events of a round's end.
    mutating func events(for round: RunRound) -> [RunEvent] {
        var events: [RunEvent] = []
        end(&events)
        events.append(.roundEnded(round))
        return events
    }

    /// Gives a call that the client makes its number.
    mutating func add(call id: String) -> Int {
        defer { count += 1 }
        calls[id] = count
        return count
    }

    /// Knows a call of an earlier process.
    ///
    /// It may have been killed before it told the item.
    mutating func restore(call id: String, item: Int) {
        calls[id] = item
        count = max(count, item + 1)
    }

    private func number(of call: String) -> Int { calls[call] ?? RunItem.unnumbered }

    /// The number of the open item of a kind, which begins here if it is not open yet.
    private mutating func current(_ kind: Kind, _ events: inout [RunEvent]) -> Int {
        if let open, open.kind == kind { return open.number }
        end(&events)
        let number = count
        count += 1
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
    /// The reason as providers' decoders word it; `nil` for any other word.
    init?(_ metadata: [String: GeneratedContent]) {
        guard let word = try? metadata["finish_reason"]?.value(String.self) else { return nil }
        self.init(rawValue: word)
    }
}
