import Accounts
import LanguageModels

/// Counts what the rounds of a turn use, as far as it is known; does nothing itself.
///
/// A round counts as its provider says. Where the provider says nothing of a round that was answered, wholly or in part, what was
/// sent and heard counts by its bytes: no tokenizer makes more tokens of a text than it has bytes, so a client who hangs up
/// before the counts come does not get away cheaper.
struct UsageCount {
    /// How a round ended.
    enum RoundEnd {
        /// With all of its answer.
        case whole
        /// Somebody stopped it.
        case brokenOff
        /// With an error.
        case failed
    }

    /// What was heard of a round.
    struct Heard {
        /// What the provider has counted; nothing when it has not.
        var usage = LanguageModelSession.Usage()
        /// How many bytes came.
        var bytes = 0
        /// Whether a part of the answer was among them.
        var hasContent = false
        /// Which model answered, when it was one of several.
        var model: String?
    }

    private struct Round {
        var model: String
        var inputBytes: @Sendable () -> Int
        /// How its executor ended; `nil` as long as it has not.
        var end: RoundEnd?
    }

    /// The models that cost nothing and count nothing.
    private let isUncounted: @Sendable (String) -> Bool
    private var done: [TurnUsage] = []
    private var round: Round?

    init(isUncounted: @escaping @Sendable (String) -> Bool = { $0 == ModelReference.phrasebook.description }) {
        self.isUncounted = isUncounted
    }

    /// A model is asked.
    ///
    /// - Parameters:
    ///   - model: Which, as far as that is known.
    ///   - inputBytes: How long what it is asked is; only asked for when the provider does not count.
    mutating func roundBegins(model: String, inputBytes: @escaping @Sendable () -> Int) {
        roundEnded(Heard())
        round = Round(model: model, inputBytes: inputBytes)
    }

    /// The model was done with the round, or was stopped.
    mutating func modelEnded(_ end: RoundEnd) { round?.end = end }

    /// The round is over, and so much was heard of it.
    mutating func roundEnded(_ heard: Heard) {
        if let round, let usage = usage(of: round, heard) { done.append(usage) }
        round = nil
    }

    /// What the turn has used; a round that is not over counts as one that is broken off now.
    var usage: [TurnUsage] { done + (round.flatMap { usage(of: $0, Heard()) }.map { [$0] } ?? []) }

    private func usage(of round: Round, _ heard: Heard) -> TurnUsage? {
        let model = heard.model ?? round.model
        let input = heard.usage.input
        let output = heard.usage.output.totalTokenCount
        if input.totalTokenCount > 0 || output > 0 {
            return TurnUsage(
                model: model,
                inputTokens: input.totalTokenCount,
                cachedInputTokens: input.cachedTokenCount,
                outputTokens: output
            )
        }
        if isUncounted(model) { return TurnUsage(model: model, inputTokens: 0, outputTokens: 0) }
        // A request that was refused is not charged for.
        if round.end == .failed, !heard.hasContent { return nil }
        return TurnUsage(model: model, inputTokens: round.inputBytes(), outputTokens: heard.bytes)
    }
}
