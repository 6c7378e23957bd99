import StreamingJSON

/// A request that was read from single words and values because no phrase matches the whole message.
struct TopicReading: Sendable {
    var tool: ToolPhrases
    var language: PhraseLanguage
    /// The arguments of the calls, each with the text that distinguishes it from the others.
    var calls: [(arguments: JSONObject, subject: String)] = []
    /// The question for a missing value that the tool requires.
    var question: String?
    /// The reason why no call can be made.
    var limit: String?
    var comparison: Comparison?
    /// The words of the tool in the message, for yes or no.
    var words: Set<String> = []
    /// The day that the message asks about, as outputs write it.
    var day: String?
    /// The number that is the goal.
    var goal: Double?
    var asksForLess = false
    /// The weight of the sentence's words that indicate it.
    var score: Int32

    /// Returns whether it reads more arguments or shorter names than a phrase of its tool, or knows that nothing can be
    /// done.
    func isMoreSpecific(than match: PhraseMatch) -> Bool {
        if limit != nil { return true }
        guard question == nil, let first = calls.first?.arguments else { return false }
        let others = PlannedCall.calls(for: match)
        guard match.entry.phrase.question == nil, let other = others.first?.arguments else { return true }
        if calls.count > others.count {
            if tool.evidence?.values.isEmpty == false { return true }
            // The phrase has read several names as one, or only one of several numbers.
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
            // A difference of only an article is not enough.
            return text.utf8.count + 4 < long.utf8.count && long.contains(text)
        }
    }

    var planned: [PlannedCall] {
        calls.map { PlannedCall(tool: tool.tool, arguments: $0.arguments, subject: $0.subject) }
    }
}
