/// The association of calls with outputs, determined by position because ids are unique only within a round.
extension Transcript {
    /// The last round of calls with its outputs; `nil` if other entries follow it.
    var lastRound: (calls: ToolCalls, outputs: Range<Int>)? {
        var index = endIndex
        while index > startIndex {
            index -= 1
            switch self[index] {
            case .toolOutput: continue
            case .toolCalls(let calls): return (calls, index + 1..<endIndex)
            case .instructions, .prompt, .response, .reasoning: return nil
            }
        }
        return nil
    }

    /// The index at which the last round starts, including the reasoning and text before its calls; `nil` if there is
    /// no ``lastRound``.
    var lastRoundStart: Int? {
        guard let outputs = lastRound?.outputs else { return nil }
        var start = outputs.lowerBound - 1
        while start > startIndex {
            switch self[start - 1] {
            case .reasoning, .response: start -= 1
            case .instructions, .prompt, .toolCalls, .toolOutput: return start
            }
        }
        return start
    }

    /// The calls of the last round without outputs, in order; a suspended session waits for them.
    public var unansweredCalls: [ToolCall] {
        guard let round = lastRound else { return [] }
        let answered = Set(self[round.outputs].map(\.id))
        return round.calls.filter { !answered.contains($0.id) }
    }

    /// The number of rounds of calls since the last prompt.
    var roundsOfLastTurn: Int {
        let sincePrompt = reversed().prefix { if case .prompt = $0 { false } else { true } }
        return sincePrompt.count { if case .toolCalls = $0 { true } else { false } }
    }

    /// The last prompt.
    var lastPrompt: Prompt? {
        for entry in reversed() {
            if case .prompt(let prompt) = entry { return prompt }
        }
        return nil
    }

    /// Sorts the outputs of each round by the order of its calls; outputs stored while calls were pending may be out
    /// of order.
    mutating func orderOutputs(from start: Int = 0) {
        var index = start
        while index < endIndex {
            guard case .toolCalls(let calls) = self[index] else {
                index += 1
                continue
            }
            let first = index + 1
            index = first
            while index < endIndex, case .toolOutput = self[index] { index += 1 }
            let order = Dictionary(calls.enumerated().map { ($1.id, $0) }) { first, _ in first }
            let places = self[first..<index].map { order[$0.id, default: .max] }
            guard zip(places, places.dropFirst()).contains(where: { $0 > $1 }) else { continue }
            let sorted = zip(places, self[first..<index]).sorted { $0.0 < $1.0 }.map(\.1)
            replaceSubrange(first..<index, with: sorted)
        }
    }
}
