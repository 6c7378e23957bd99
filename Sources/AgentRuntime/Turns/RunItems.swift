import AgentWire
import LanguageModels
import StreamingJSON

/// Numbers the items of a run: turns a session's steps into events with item numbers.
///
/// A message or a thought continues until another item starts, except for the client's calls: a provider may mix text and pieces of
/// calls, and the text is one message all the same. Several calls are emitted one after the other, because clients assume that a call
/// is complete when the next one starts: the pieces of a call are held until the JSON object of the call before it is complete.
struct RunItems {
    private enum Kind { case message, value, reasoning }

    /// A call of a client's tool that is emitted while the model writes it.
    private struct StreamedCall {
        /// The id that the model chose.
        let modelID: String
        let name: String
        /// The id that the client receives, and the item number; set when the call is first emitted.
        var id = ""
        var item = RunItem.unnumbered
        /// The pieces not emitted yet.
        var held = ""
        var hasArguments = false
        var end = JSONObjectEnd()

        init(modelID: String, name: String) { (self.modelID, self.name) = (modelID, name) }
    }

    /// The number of the next item.
    private(set) var count: Int
    private var open: (number: Int, kind: Kind)?
    /// The items of calls, by the model's ids; for an id that is used again, the latest.
    private var calls: [String: Int] = [:]
    /// The streamed calls of the current round, the number of those emitted, and the calls of the round before.
    private var openCalls: [StreamedCall] = []
    private var emittedCallCount = 0
    private var endedCalls: [StreamedCall] = []
    /// Whether a round broke off after one of its calls was emitted.
    private(set) var hasBrokenCall = false
    /// Whether the model's words of a refusal were emitted.
    private var hasRefusal = false
    /// The ids of earlier calls, which a new call must not have.
    var usedIDs: Set<String> = []

    /// Makes the table of a run that has this number of items.
    init(count: Int = 0) { self.count = count }

    /// Adds the events of a step; none for a step that is internal to the session.
    mutating func append(_ step: SessionEvent, to events: inout [RunEvent]) {
        switch step {
        case .textDelta(let text): events.append(.textDelta(item: current(.message, &events), text: text))
        case .reasoningDelta(let text): events.append(.reasoningDelta(item: current(.reasoning, &events), text: text))
        case .refusalDelta(let text):
            hasRefusal = true
            events.append(.refusalDelta(item: current(.message, &events), text: text))
        case .textReplaced(let text):
            guard let open, open.kind == .message else { return }
            events.append(.textReplaced(item: open.number, text: text))
        case .callDelta(let id, let name, let arguments):
            appendArguments(arguments, of: id, name, &events)
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

    /// Returns the events of a round's end.
    ///
    /// Pieces do not mark the end of a call, so calls end with their round. Those of a round that broke off never end.
    mutating func events(for round: RunRound, isWhole: Bool = true) -> [RunEvent] {
        var events: [RunEvent] = []
        end(&events)
        if isWhole { emitHeldCalls(&events) { _ in true } }
        endedCalls = isWhole ? openCalls : []
        hasBrokenCall = hasBrokenCall || !isWhole && emittedCallCount > 0
        (openCalls, emittedCallCount) = ([], 0)
        for call in endedCalls {
            // As in the action: an empty text would not be JSON.
            if !call.hasArguments { events.append(.argumentsDelta(item: call.item, text: "{}")) }
            events.append(.itemDone(item: call.item))
        }
        events.append(.roundEnded(round))
        return events
    }

    /// Returns the item and the id of a call of the last round, by the model's id; `nil` for a call that was not emitted.
    func streamedCall(_ id: String) -> (item: Int, id: String)? {
        endedCalls.first { $0.modelID == id }.map { ($0.item, $0.id) }
    }

    private mutating func appendArguments(
        _ arguments: String,
        of id: String,
        _ name: String,
        _ events: inout [RunEvent]
    ) {
        let known = openCalls.lastIndex { $0.modelID == id }
        if known == nil { openCalls.append(StreamedCall(modelID: id, name: name)) }
        let index = known ?? openCalls.count - 1
        openCalls[index].end.read(arguments)
        if index >= emittedCallCount {
            openCalls[index].held += arguments
        } else {
            appendArguments(arguments, ofCall: index, &events)
        }
        emitHeldCalls(&events) { $0.end.isReached }
    }

    /// Emits the held calls, as long as the call before is complete.
    private mutating func emitHeldCalls(_ events: inout [RunEvent], after isWhole: (StreamedCall) -> Bool) {
        while emittedCallCount < openCalls.count, emittedCallCount == 0 || isWhole(openCalls[emittedCallCount - 1]) {
            let index = emittedCallCount
            let modelID = openCalls[index].modelID
            let id = RunActions.id(ofNewCall: modelID) { id in
                usedIDs.contains(id) || openCalls[..<index].contains { $0.id == id }
            }
            let item = add(call: modelID)
            (openCalls[index].id, openCalls[index].item) = (id, item)
            emittedCallCount += 1
            let call = RunItem.ToolCall(id: id, name: openCalls[index].name, site: .client, arguments: nil)
            events.append(.itemAdded(RunItem(number: item, .toolCall(call))))
            appendArguments(openCalls[index].held, ofCall: index, &events)
            openCalls[index].held = ""
        }
    }

    private mutating func appendArguments(_ arguments: String, ofCall index: Int, _ events: inout [RunEvent]) {
        guard !arguments.isEmpty else { return }
        openCalls[index].hasArguments = true
        events.append(.argumentsDelta(item: openCalls[index].item, text: arguments))
    }

    /// Numbers a call that the client makes.
    mutating func add(call id: String) -> Int {
        defer { count += 1 }
        calls[id] = count
        return count
    }

    /// Restores a call of an earlier process, which may have been killed before it emitted the item.
    mutating func restore(call id: String, item: Int) {
        calls[id] = item
        count = max(count, item + 1)
    }

    private func number(of call: String) -> Int { calls[call] ?? RunItem.unnumbered }

    /// Returns the number of the open item of a kind; starts the item if it is not open.
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
    /// Makes the reason from the word of a provider's decoder; `nil` for any other word.
    init?(_ metadata: [String: GeneratedContent]) {
        guard let word = try? metadata["finish_reason"]?.value(String.self) else { return nil }
        self.init(rawValue: word)
    }
}
