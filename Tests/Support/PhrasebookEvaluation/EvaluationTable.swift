/// The sums of an evaluation, by tool and language.
public struct EvaluationTable: Sendable {
    /// The sums of some sentences.
    public struct Sums: Sendable, Equatable {
        /// The number of sentences.
        public var sentences = 0
        /// The number of sentences with the right tools.
        public var tools = 0
        /// The number of sentences with all arguments right.
        public var arguments = 0
        /// The number of sentences with all arguments right at once, or after a yes to the proposal.
        public var agreed = 0
        /// The number of sentences answered by a proposal.
        public var proposals = 0
        /// The number of sentences with the right kind of answer.
        public var answers = 0
        /// The number of sentences that did harm.
        public var harm = 0

        mutating func add(_ score: SentenceScore) {
            sentences += 1
            tools += score.isToolRight ? 1 : 0
            arguments += score.areArgumentsRight ? 1 : 0
            agreed += score.isRightAfterYes ? 1 : 0
            proposals += score.isProposed ? 1 : 0
            answers += score.isAnswerRight ? 1 : 0
            harm += score.harm.isEmpty ? 0 : 1
        }
    }

    /// All sentences.
    public private(set) var total = Sums()
    /// The sums by row, such as `getInventory, en`.
    public private(set) var rows: [String: Sums] = [:]
    /// The sums by language.
    public private(set) var languages: [String: Sums] = [:]
    /// The number of harmful messages, by the called tool, the wanted one, and the language.
    public private(set) var harms: [String: Int] = [:]

    /// Adds up some scores.
    public init(_ scores: some Sequence<SentenceScore>) {
        for score in scores {
            total.add(score)
            languages[score.sentence.language, default: Sums()].add(score)
            rows["\(score.sentence.row), \(score.sentence.language)", default: Sums()].add(score)
            guard let call = score.harm.first, let tool = call.split(separator: " ").first else { continue }
            harms["\(tool) called for \(score.sentence.row), \(score.sentence.language)", default: 0] += 1
        }
    }
}
