import KeyVault
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

    private struct Round {
        var model: String
        var inputBytes: @Sendable () -> Int
        var heardBytes = 0
        var hasSpoken = false
        var usage: LanguageModelExecutorGenerationChannel.Usage?
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
        end(.brokenOff)
        round = Round(model: model, inputBytes: inputBytes)
    }

    /// Something came; true when it is the first piece of the round's answer.
    mutating func heard(bytes: Int, isContent: Bool) -> Bool {
        round?.heardBytes += bytes
        guard isContent, round?.hasSpoken == false else { return false }
        round?.hasSpoken = true
        return true
    }

    /// The provider says what the round has used so far.
    mutating func counted(_ usage: LanguageModelExecutorGenerationChannel.Usage) { round?.usage = usage }

    /// It turns out which model answers.
    mutating func named(_ model: String) { round?.model = model }

    /// The round is over.
    mutating func end(_ end: RoundEnd) {
        if let usage = usage(of: round, end) { done.append(usage) }
        round = nil
    }

    /// What the turn has used; a round that is not over counts as one that is broken off now.
    var usage: [TurnUsage] { done + (usage(of: round, .brokenOff).map { [$0] } ?? []) }

    private func usage(of round: Round?, _ end: RoundEnd) -> TurnUsage? {
        guard let round else { return nil }
        if let usage = round.usage, usage.input.totalTokenCount > 0 || usage.output.totalTokenCount > 0 {
            return TurnUsage(
                model: round.model,
                inputTokens: usage.input.totalTokenCount,
                cachedInputTokens: usage.input.cachedTokenCount,
                outputTokens: usage.output.totalTokenCount
            )
        }
        if isUncounted(round.model) { return TurnUsage(model: round.model, inputTokens: 0, outputTokens: 0) }
        // A request that was refused is not charged for.
        if end == .failed, !round.hasSpoken { return nil }
        return TurnUsage(model: round.model, inputTokens: round.inputBytes(), outputTokens: round.heardBytes)
    }
}
