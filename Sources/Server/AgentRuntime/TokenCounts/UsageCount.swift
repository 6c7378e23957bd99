import Accounts
import Foundation
import LanguageModels

/// Counts the tokens that the rounds of a turn use, as far as they are known.
///
/// It has no side effects.
///
/// The provider's count is used. If the provider sends no count for a round that was answered, wholly or in part, the tokens sent and
/// received are estimated as for a reservation, so a client that hangs up before the counts arrive does not pay less.
struct UsageCount {
    /// The end of a round.
    enum RoundEnd {
        /// The answer is complete.
        case whole
        /// The round was stopped.
        case brokenOff
        /// The round failed with an error.
        case failed
    }

    /// The data received in a round.
    struct Received {
        /// The provider's counts; zero when it sent none.
        var usage = LanguageModelSession.Usage()
        /// The number of bytes received.
        var bytes = 0
        /// Whether they contain a part of the answer.
        var hasContent = false
        /// The model that answered, when it was one of several.
        var model: String?
    }

    private struct Round {
        var model: String
        var inputTokens: @Sendable () -> Int
        /// The end of the executor's call; `nil` until then.
        var end: RoundEnd?
    }

    /// Whether a model costs nothing and has no counts.
    private let isUncounted: @Sendable (String) -> Bool
    /// Returns the time, which decides about a round's price; `nil` if there are no prices.
    private let now: @Sendable () -> Date?
    private var done: [TurnUsage] = []
    private var round: Round?

    init(
        isUncounted: @escaping @Sendable (String) -> Bool = { $0 == ModelReference.phrasebook.description },
        now: @escaping @Sendable () -> Date? = { nil }
    ) {
        self.isUncounted = isUncounted
        self.now = now
    }

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - model: The model, as far as it is known.
    ///   - inputTokens: Returns an estimate of the input; only called when the provider sends no counts.
    mutating func startRound(model: String, inputTokens: @escaping @Sendable () -> Int) {
        roundEnded(Received())
        round = Round(model: model, inputTokens: inputTokens)
    }

    /// Records that the model has finished the round, or was stopped.
    mutating func modelEnded(_ end: RoundEnd) { round?.end = end }

    /// Ends the round with the data received.
    ///
    /// - Returns: The round's tokens; `nil` if it used none, or if there is no round.
    @discardableResult
    mutating func roundEnded(_ received: Received) -> TurnUsage? {
        defer { round = nil }
        guard let round, let usage = usage(of: round, received) else { return nil }
        done.append(usage)
        return usage
    }

    /// Forgets the rounds, because they are settled.
    mutating func removeAll() { (done, round) = ([], nil) }

    /// The tokens of the turn, by round, because each has a price of its own.
    ///
    /// A round that is not over counts as interrupted now.
    var usage: [TurnUsage] { done + (round.flatMap { usage(of: $0, Received()) }.map { [$0] } ?? []) }

    private func usage(of round: Round, _ received: Received) -> TurnUsage? {
        let model = received.model ?? round.model
        let input = received.usage.input
        let output = received.usage.output.totalTokenCount
        if input.totalTokenCount > 0 || output > 0 {
            return TurnUsage(
                model: model,
                inputTokens: input.totalTokenCount,
                cachedInputTokens: input.cachedTokenCount,
                writtenTokens: input.writtenTokenCount,
                longWrittenTokens: input.longWrittenTokenCount,
                outputTokens: output,
                time: now()
            )
        }
        if isUncounted(model) { return TurnUsage(model: model, inputTokens: 0, outputTokens: 0, time: now()) }
        // The provider does not charge for a refused request.
        if round.end == .failed, !received.hasContent { return nil }
        return TurnUsage(
            model: model,
            inputTokens: round.inputTokens(),
            outputTokens: TokenEstimator.tokenCount(ofBytes: received.bytes),
            time: now()
        )
    }
}
