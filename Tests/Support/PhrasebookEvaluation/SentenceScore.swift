import Foundation
import StreamingJSON

/// The result of a sentence, compared with the correct outcomes.
public struct SentenceScore: Sendable {
    /// The sentence.
    public let sentence: EvaluationSentence
    /// Whether the called tools are those of an outcome.
    public let isToolRight: Bool
    /// Whether all arguments are those of that outcome, too.
    public let areArgumentsRight: Bool
    /// Whether all arguments are right at once, or after a yes to the proposal.
    public let isRightAfterYes: Bool
    /// Whether a change was proposed.
    public let isProposed: Bool
    /// Whether the answer is of that outcome's kind, too.
    public let isAnswerRight: Bool
    /// The harmful calls, as text.
    public let harm: [String]
    /// The time that the model worked on the message, in all its rounds, without the work of the session and the tools.
    public let time: Duration
    /// The number of rounds in which the model worked on the message.
    public let rounds: Int
    /// The answer.
    public let answer: String
    /// The calls and the answer, for a person who investigates a miss.
    public let trace: String

    init(
        _ sentence: EvaluationSentence,
        _ calls: [RecordedCall],
        _ answer: String,
        agreed: [RecordedCall],
        _ work: (time: Duration, rounds: Int),
        _ worlds: EvaluationWorlds
    ) {
        self.sentence = sentence
        self.answer = answer
        time = work.time
        rounds = work.rounds
        let fits = { (call: RecordedCall, wanted: EvaluationSentence.Call) in
            CallComparison(worlds: worlds).fits(call, wanted)
        }
        let read = ReadAnswer(answer, calls)
        let named = sentence.outcomes.filter { Self.isCovered(calls, by: $0) { $0.tool == $1.tool } }
        let argued = named.filter { Self.isCovered(calls, by: $0, fits) }
        isToolRight = !named.isEmpty
        areArgumentsRight = !argued.isEmpty
        isProposed = read.isProposal
        isRightAfterYes =
            !argued.isEmpty
            || !agreed.isEmpty && sentence.outcomes.contains { Self.isCovered(calls + agreed, by: $0, fits) }
        isAnswerRight = argued.contains { read.isKind($0.answer) }
        let wanted = sentence.outcomes.flatMap(\.calls)
        harm = calls.filter { call in
            sentence.never.contains(call.tool) || call.isChange && !wanted.contains { fits(call, $0) }
        }.map(Self.text)
        let shown = String(answer.prefix(300)).replacing("\n", with: " / ")
        trace = (calls.map(Self.text) + [shown] + agreed.map { "yes: " + Self.text($0) }).joined(separator: " ; ")
    }

    private static func text(_ call: RecordedCall) -> String {
        "\(call.tool) \(JSONValue.object(call.arguments).serialized())"
    }

    /// Returns whether some calls are those of an outcome, in any order, after calls that only look up the item.
    private static func isCovered(
        _ calls: [RecordedCall],
        by outcome: EvaluationSentence.Outcome,
        _ fits: (RecordedCall, EvaluationSentence.Call) -> Bool
    ) -> Bool {
        let isLookup = { (call: RecordedCall) in call.tool == "getInventoryList" || call.tool == "getInventory" }
        guard !outcome.calls.isEmpty else {
            return calls.isEmpty || (calls.allSatisfy(isLookup) && [.question, .text].contains(outcome.answer))
        }
        var rest = outcome.calls
        // Compared from the end: calls that are not in the outcome may only precede those that are.
        for call in calls.reversed() {
            if let index = rest.firstIndex(where: { fits(call, $0) }) {
                rest.remove(at: index)
            } else if rest.count == outcome.calls.count || !isLookup(call) {
                return false
            }
        }
        return rest.isEmpty
    }
}

/// Compares a call with the wanted one.
struct CallComparison {
    let worlds: EvaluationWorlds

    func fits(_ call: RecordedCall, _ wanted: EvaluationSentence.Call) -> Bool {
        guard call.tool == wanted.tool else { return false }
        let isKnown = call.arguments.allSatisfy { name, value in
            wanted.free.contains(name) || wanted.arguments[name].map { equal(value, $0, name) } ?? false
        }
        return isKnown && wanted.arguments.allSatisfy { name, _ in call.arguments[name] != nil }
    }

    private func equal(_ left: JSONValue, _ right: JSONValue, _ name: String) -> Bool {
        if let left = left.doubleValue, let right = right.doubleValue { return left == right }
        if let left = left.stringValue, let right = right.stringValue {
            return normalized(left, name) == normalized(right, name)
        }
        return left == right
    }

    private func normalized(_ text: String, _ name: String) -> String {
        let marks = CharacterSet.whitespacesAndNewlines.union(.punctuationCharacters)
        let folded = worlds.canonical(text, of: name).precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: marks)
        for article in ["the ", "a ", "an "] where folded.hasPrefix(article) {
            return worlds.canonical(String(folded.dropFirst(article.count)), of: name)
        }
        return worlds.canonical(folded, of: name)
    }
}
