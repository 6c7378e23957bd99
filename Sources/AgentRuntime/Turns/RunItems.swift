import AgentWire
import LanguageModels
import StreamingJSON

/// Gives the items of a run their numbers: makes events with an identity of a session's steps.
///
/// A message or a thought goes on until something else begins, but for calls of the client's: a provider may send text and pieces of calls by
/// turns, and the text is one message all the same. Of several calls one is told after the other, because clients take a call for whole when the
/// next one begins: the pieces of a call are held until the object of the one before it is whole.
struct RunItems {
    private enum Kind { case message, value, reasoning }

    /// A call of the client's that is told while the model writes it.
    private struct StreamedCall {
        /// The id that the model gave it.
        let modelID: String
        let name: String
        /// The id that the client is told, and the number; they are known once it is told.
        var id = ""
        var item = RunItem.unnumbered
        /// What was not told yet.
        var held = ""
        var hasArguments = false
        var end = JSONObjectEnd()

        init(modelID: String, name: String) { (self.modelID, self.name) = (modelID, name) }
    }

    /// The number of the next item.
    private(set) var count: Int
    private var open: (number: Int, kind: Kind)?
    /// The items of calls, by the ids that the model gave them; of an id that is used again the latest.
    private var calls: [String: Int] = [:]
    /// The streamed calls of the round that the model is at, how many of them are told, and those of the round before.
    private var openCalls: [StreamedCall] = []
    private var toldCalls = 0
    private var endedCalls: [StreamedCall] = []
    /// Whether a round broke off after a call of it had been told.
    private(set) var hasBrokenCall = false
    /// Whether the model's words of a refusal were told.
    private var hasRefusal = false
    /// The ids of earlier calls, which a new one must not have.
    var usedIDs: Set<String> = []

    /// Makes the table of a run that has had some items.
    init(count: Int = 0) { self.count = count }

    /// Adds the events of a step, none for one that only the model's side knows.
    mutating func tell(_ step: SessionEvent, to events: inout [RunEvent]) {
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
            tell(arguments, of: id, name, &events)
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

    /// The events of a refusal in these words, unless they were told as they came; they belong to the run's end.
    mutating func events(forRefusal text: String) -> [RunEvent] {
        guard !hasRefusal else { return [] }
        var events: [RunEvent] = []
        tell(.refusalDelta(text), to: &events)
        end(&events)
        return events
    }

    /// The events of a round's end.
    ///
    /// Pieces do not say which is a call's last one, so calls are done with their round. Those of a round that broke off never are.
    mutating func events(for round: RunRound, isWhole: Bool = true) -> [RunEvent] {
        var events: [RunEvent] = []
        end(&events)
        if isWhole { tellCalls(&events) { _ in true } }
        endedCalls = isWhole ? openCalls : []
        hasBrokenCall = hasBrokenCall || !isWhole && toldCalls > 0
        (openCalls, toldCalls) = ([], 0)
        for call in endedCalls {
            // As in the action: no text at all is no JSON.
            if !call.hasArguments { events.append(.argumentsDelta(item: call.item, text: "{}")) }
            events.append(.itemDone(item: call.item))
        }
        events.append(.roundEnded(round))
        return events
    }

    /// The item and the id of a call of the last round, by the id that the model gave it; `nil` for one that was not told.
    func streamedCall(_ id: String) -> (item: Int, id: String)? {
        endedCalls.first { $0.modelID == id }.map { ($0.item, $0.id) }
    }

    private mutating func tell(_ arguments: String, of id: String, _ name: String, _ events: inout [RunEvent]) {
        let known = openCalls.lastIndex { $0.modelID == id }
        if known == nil { openCalls.append(StreamedCall(modelID: id, name: name)) }
        let index = known ?? openCalls.count - 1
        openCalls[index].end.read(arguments)
        if index >= toldCalls {
            openCalls[index].held += arguments
        } else {
            tell(arguments, ofCall: index, &events)
        }
        tellCalls(&events) { $0.end.isReached }
    }

    /// Tells the calls that were held, as long as the one before allows it.
    private mutating func tellCalls(_ events: inout [RunEvent], after isWhole: (StreamedCall) -> Bool) {
        while toldCalls < openCalls.count, toldCalls == 0 || isWhole(openCalls[toldCalls - 1]) {
            let index = toldCalls
            let modelID = openCalls[index].modelID
            let id = RunActions.id(ofNewCall: modelID) { id in
                usedIDs.contains(id) || openCalls[..<index].contains { $0.id == id }
            }
            let item = add(call: modelID)
            (openCalls[index].id, openCalls[index].item) = (id, item)
            toldCalls += 1
            let call = RunItem.ToolCall(id: id, name: openCalls[index].name, site: .client, arguments: nil)
            events.append(.itemAdded(RunItem(number: item, .toolCall(call))))
            tell(openCalls[index].held, ofCall: index, &events)
            openCalls[index].held = ""
        }
    }

    private mutating func tell(_ arguments: String, ofCall index: Int, _ events: inout [RunEvent]) {
        guard !arguments.isEmpty else { return }
        openCalls[index].hasArguments = true
        events.append(.argumentsDelta(item: openCalls[index].item, text: arguments))
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
