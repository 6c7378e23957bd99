import StreamingJSON

/// A request that was read from single words and values, where no phrase matches a message as a whole.
struct TopicReading: Sendable {
    var tool: ToolPhrases
    var language: PhraseLanguage
    /// The arguments of the calls, each with what tells it from the others.
    var calls: [(arguments: JSONObject, subject: String)] = []
    /// The question when the tool cannot do without something that was not said.
    var question: String?
    /// The reason why nothing can be called.
    var limit: String?
    var comparison: Comparison?
    /// The words of the tool that were said, for yes or no.
    var words: Set<String> = []
    /// The day that was asked about, as outputs write it.
    var day: String?
    /// The number that was to be reached.
    var goal: Double?
    var asksForLess = false
    /// How much of the sentence speaks for it.
    var score: Int32

    /// Whether it reads more arguments or shorter names than a phrase of its tool does, or knows that nothing can be done.
    func saysMore(than match: PhraseMatch) -> Bool {
        if limit != nil { return true }
        guard question == nil, let first = calls.first?.arguments else { return false }
        let others = PlannedCall.calls(for: match)
        guard match.entry.phrase.question == nil, let other = others.first?.arguments else { return true }
        if calls.count > others.count {
            if tool.evidence?.values.isEmpty == false { return true }
            // The phrase has swallowed several names into one, or has read one of several numbers only.
            return calls.allSatisfy { call in
                call.arguments.allSatisfy { name, value in
                    guard case .string(let text) = value, case .string(let long)? = other[name] else { return true }
                    return long.contains(text) && long.utf8.count > text.utf8.count
                }
            }
        }
        guard calls.count == others.count else { return false }
        if other.contains(where: { name, _ in first[name] == nil }) { return false }
        return first.contains { name, value in
            guard let known = other[name] else { return true }
            guard case .string(let text) = value, case .string(let long) = known else { return false }
            // An article is no part that was swallowed.
            return text.utf8.count + 4 < long.utf8.count && long.contains(text)
        }
    }

    var planned: [PlannedCall] {
        calls.map { PlannedCall(tool: tool.tool, arguments: $0.arguments, subject: $0.subject) }
    }
}
