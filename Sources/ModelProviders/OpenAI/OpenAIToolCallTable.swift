import StreamingJSON

/// Knows to which call each fragment belongs.
///
/// By the book, fragments are keyed by `index`, and the first one of a call has its id and name. Servers that leave out the
/// index, give every call the same index or the same id, repeat id and name on each fragment, or give no id at all, are
/// understood as well. The ids that leave the table are unique within it.
struct OpenAIToolCallTable {
    private struct Call {
        /// The id that the server gave; may be empty, or that of another call as well.
        let givenID: String
        let id: String
        let slot: Int
        var name = ""
        /// Arguments that came before the name.
        var held = ""
        var end = JSONObjectEnd()
    }

    private var calls: [Call] = []
    /// The call that an index means now.
    private var callByIndex: [Int: Int] = [:]
    /// The last call to which the server gave an id.
    private var callByID: [String: Int] = [:]
    private var ids: CallIDs
    /// How many bytes of ids, names and arguments have come.
    private(set) var byteCount = 0

    init(fallbackID: String) {
        ids = CallIDs(fallbackID: fallbackID)
    }

    var isEmpty: Bool { calls.isEmpty }

    var count: Int { calls.count }

    var allHaveNames: Bool { calls.allSatisfy { !$0.name.isEmpty } }

    /// Takes the `tool_calls` of one delta; says nothing of a call as long as it has no name.
    mutating func read(_ fragments: [OpenAIToolCallFragment], into events: inout [ModelStreamEvent]) {
        var seen: Set<Int> = []
        for fragment in fragments where count <= AnswerLimits.mostCalls {
            let number = known(fragment, besides: seen) ?? begin(fragment)
            if fragments.count > 1 { seen.insert(number) }
            if let event = add(fragment, to: number) { events.append(event) }
        }
    }

    private mutating func add(_ fragment: OpenAIToolCallFragment, to number: Int) -> ModelStreamEvent? {
        byteCount += fragment.arguments.utf8.count
        // The first name counts: those who repeat it would otherwise make it longer and longer.
        if calls[number].name.isEmpty {
            calls[number].name = fragment.name
            byteCount += fragment.name.utf8.count
        }
        calls[number].end.read(fragment.arguments)
        let arguments =
            calls[number].held.isEmpty ? fragment.arguments : calls[number].held + fragment.arguments
        guard !calls[number].name.isEmpty else {
            calls[number].held = arguments
            return nil
        }
        calls[number].held = ""
        return .toolCall(id: calls[number].id, name: calls[number].name, arguments: arguments)
    }

    private mutating func begin(_ fragment: OpenAIToolCallFragment) -> Int {
        let number = calls.count
        let id = ids.next(fragment.id)
        let slot = slot(of: fragment)
        calls.append(Call(givenID: fragment.id, id: id, slot: slot))
        callByIndex[slot] = number
        if !fragment.id.isEmpty { callByID[fragment.id] = number }
        byteCount += id.utf8.count
        return number
    }
}

// MARK: Which call

extension OpenAIToolCallTable {
    /// The call that a fragment goes on with; `nil` when it begins another.
    ///
    /// - Parameter seen: The calls of which the same delta has had a fragment.
    private func known(_ fragment: OpenAIToolCallFragment, besides seen: Set<Int>) -> Int? {
        guard let number = candidate(fragment, besides: seen) else { return nil }
        let call = calls[number]
        guard fragment.hasName, !call.name.isEmpty else { return number }
        // Another name is another call, and so is more than one whole object.
        let goesOn = call.name == fragment.name && !(call.end.isReached && !fragment.arguments.isEmpty)
        return goesOn ? number : nil
    }

    private func candidate(_ fragment: OpenAIToolCallFragment, besides seen: Set<Int>) -> Int? {
        let slot = slot(of: fragment)
        let inSlot = callByIndex[slot]
        if fragment.id.isEmpty { return inSlot }
        if let inSlot, calls[inSlot].givenID == fragment.id { return inSlot }
        if let named = callByID[fragment.id] {
            // The same id in another place, with a name, is another call: servers count ids badly.
            let isElsewhere = fragment.index == nil ? seen.contains(named) : calls[named].slot != slot
            return fragment.hasName && isElsewhere ? nil : named
        }
        // The same place with another id and a name is another call.
        return fragment.hasName ? nil : inSlot
    }

    private func slot(of fragment: OpenAIToolCallFragment) -> Int {
        if let index = fragment.index { return index }
        // Without an index, an id and a name, a fragment goes on with the call at its position, or with the last one.
        let goesOn = fragment.id.isEmpty && !fragment.hasName && fragment.position == 0
        return goesOn ? calls.last?.slot ?? 0 : fragment.position
    }
}
