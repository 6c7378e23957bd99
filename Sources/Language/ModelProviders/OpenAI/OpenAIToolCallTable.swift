import StreamingJSON

/// A table that assigns each fragment to its call.
///
/// By specification, fragments have an `index`, and the first fragment of a call has its id and name. The table also understands servers
/// that leave out the index, use the same index or id for every call, repeat id and name on each fragment, or send no id. The ids that it
/// returns are unique within the answer.
struct OpenAIToolCallTable {
    private struct Call {
        /// The id that the server sent.
        ///
        /// It may be empty, or equal to that of another call.
        let givenID: String
        let id: String
        let slot: Int
        var name = ""
        /// The arguments that arrived before the name.
        var held = ""
        var end = JSONObjectEnd()
    }

    private var calls: [Call] = []
    /// The current call of each index.
    private var callByIndex: [Int: Int] = [:]
    /// The last call for each id that the server sent.
    private var callByID: [String: Int] = [:]
    private var ids: CallIDs
    /// The size of all ids, names and arguments so far, in bytes.
    private(set) var byteCount = 0

    init(fallbackID: String) {
        ids = CallIDs(fallbackID: fallbackID)
    }

    var isEmpty: Bool { calls.isEmpty }

    var count: Int { calls.count }

    var allHaveNames: Bool { calls.allSatisfy { !$0.name.isEmpty } }

    /// Reads the `tool_calls` of one delta.
    ///
    /// A call produces no events before its name is known.
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
        // The first name counts, because repeated names would otherwise be concatenated.
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

// MARK: Assignment

extension OpenAIToolCallTable {
    /// Returns the call that a fragment continues; `nil` if the fragment starts another.
    ///
    /// - Parameter seen: The calls that already have a fragment in the same delta.
    private func known(_ fragment: OpenAIToolCallFragment, besides seen: Set<Int>) -> Int? {
        guard let number = candidate(fragment, besides: seen) else { return nil }
        let call = calls[number]
        guard fragment.hasName, !call.name.isEmpty else { return number }
        // Another name means another call, and so do arguments after a complete object.
        let continuesCall = call.name == fragment.name && !(call.end.isReached && !fragment.arguments.isEmpty)
        return continuesCall ? number : nil
    }

    private func candidate(_ fragment: OpenAIToolCallFragment, besides seen: Set<Int>) -> Int? {
        let slot = slot(of: fragment)
        let inSlot = callByIndex[slot]
        if fragment.id.isEmpty { return inSlot }
        if let inSlot, calls[inSlot].givenID == fragment.id { return inSlot }
        if let named = callByID[fragment.id] {
            // The same id at another index, with a name, means another call, because some servers repeat ids.
            let isElsewhere = fragment.index == nil ? seen.contains(named) : calls[named].slot != slot
            return fragment.hasName && isElsewhere ? nil : named
        }
        // The same index with another id and a name means another call.
        return fragment.hasName ? nil : inSlot
    }

    private func slot(of fragment: OpenAIToolCallFragment) -> Int {
        if let index = fragment.index { return index }
        // A fragment without index, id and name continues the call at its position, or the last call.
        let continuesCall = fragment.id.isEmpty && !fragment.hasName && fragment.position == 0
        return continuesCall ? calls.last?.slot ?? 0 : fragment.position
    }
}
