import AgentWire
import StreamingJSON

/// Decides the order in which the client's calls are emitted while the model writes them.
///
/// Several calls are emitted one after the other, because clients assume that a call is complete when the next one starts: the pieces of
/// a call are held until the JSON object of the call before it is complete.
struct StreamedCalls {
    /// A call of a client's tool that is emitted while the model writes it.
    private struct Call {
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

    /// The calls of the current round, and the number of those emitted.
    private var calls: [Call] = []
    private var emittedCount = 0
    /// The calls of the round before.
    private var endedCalls: [Call] = []
    /// Whether a round broke off after one of its calls was emitted.
    private(set) var hasBrokenCall = false
    /// The ids of earlier calls, which a new call must not have.
    var usedIDs: Set<String> = []

    /// Adds the events of a piece of a call's arguments; none while the call is held.
    mutating func append(
        _ arguments: String,
        of id: String,
        _ name: String,
        numbers: inout ItemNumbers,
        to events: inout [RunEvent]
    ) {
        let known = calls.lastIndex { $0.modelID == id }
        if known == nil { calls.append(Call(modelID: id, name: name)) }
        let index = known ?? calls.count - 1
        calls[index].end.read(arguments)
        if index >= emittedCount {
            calls[index].held += arguments
        } else {
            appendArguments(arguments, ofCall: index, to: &events)
        }
        emitHeldCalls(&numbers, to: &events) { $0.end.isReached }
    }

    /// Adds the events of a round's end.
    ///
    /// Pieces do not mark the end of a call, so calls end with their round. Those of a round that broke off never end.
    mutating func endRound(isWhole: Bool, numbers: inout ItemNumbers, to events: inout [RunEvent]) {
        if isWhole { emitHeldCalls(&numbers, to: &events) { _ in true } }
        endedCalls = isWhole ? calls : []
        hasBrokenCall = hasBrokenCall || !isWhole && emittedCount > 0
        (calls, emittedCount) = ([], 0)
        for call in endedCalls {
            // As in the action: an empty text would not be JSON.
            if !call.hasArguments { events.append(.argumentsDelta(item: call.item, text: "{}")) }
            events.append(.itemDone(item: call.item))
        }
    }

    /// Returns the item and the id of a call of the last round, by the model's id; `nil` for a call that was not emitted.
    func endedCall(_ id: String) -> (item: Int, id: String)? {
        endedCalls.first { $0.modelID == id }.map { ($0.item, $0.id) }
    }

    /// Emits the held calls, as long as the call before is complete.
    private mutating func emitHeldCalls(
        _ numbers: inout ItemNumbers,
        to events: inout [RunEvent],
        after isWhole: (Call) -> Bool
    ) {
        while emittedCount < calls.count, emittedCount == 0 || isWhole(calls[emittedCount - 1]) {
            let index = emittedCount
            let modelID = calls[index].modelID
            let id = RunActions.id(ofNewCall: modelID) { id in
                usedIDs.contains(id) || calls[..<index].contains { $0.id == id }
            }
            let item = numbers.add(call: modelID)
            (calls[index].id, calls[index].item) = (id, item)
            emittedCount += 1
            let call = RunItem.ToolCall(id: id, name: calls[index].name, site: .client, arguments: nil)
            events.append(.itemAdded(RunItem(number: item, .toolCall(call))))
            appendArguments(calls[index].held, ofCall: index, to: &events)
            calls[index].held = ""
        }
    }

    private mutating func appendArguments(_ arguments: String, ofCall index: Int, to events: inout [RunEvent]) {
        guard !arguments.isEmpty else { return }
        calls[index].hasArguments = true
        events.append(.argumentsDelta(item: calls[index].item, text: arguments))
    }
}
