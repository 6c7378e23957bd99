/// The decision about what a model reads of a conversation that has become too long; without effects of its own.
///
/// It applies these steps in order, each only as far as the previous one was not enough: it omits reasoning and
/// outputs of earlier turns; it covers the earliest turns by a summary; it omits outputs of earlier rounds of the
/// current turn; it cuts the last outputs.
struct ContextPlan {
    /// The maximum number of tokens in a request.
    let limit: Int
    /// The number of tokens to aim for when a request must be shortened.
    let target: Int
    /// The maximum number of tokens in a summary; 0 if there is no summarizer.
    let summaryTokenCount: Int
    /// The number of tokens in the tools and the schema, which every request has beside the transcript.
    let fixedTokenCount: Int
    let estimator: TokenEstimator
    let wording: ContextWindow.Wording

    struct Decision: Equatable {
        var compaction: ContextCompaction
        /// The entries to add to the summary.
        var summarized: Range<Int>?
    }

    /// Returns the number of tokens in a request with this compaction.
    func tokenCount(_ transcript: Transcript, _ compaction: ContextCompaction) -> Int {
        fixedTokenCount + estimator.tokenCount(of: compaction.view(of: transcript, wording: wording))
    }

    /// Returns the new compaction; `nil` if the conversation can stay as it is shown.
    func decide(_ transcript: Transcript, _ current: ContextCompaction) -> Decision? {
        guard tokenCount(transcript, current) > limit else { return nil }
        let starts = turnStarts(of: transcript, from: current.coveredCount)
        let currentTurn = starts.last ?? transcript.endIndex
        // The previous turn keeps its outputs if possible, because the next question is often about them.
        for position in [starts.dropLast().last, currentTurn].compactMap(\.self) {
            var shorter = current
            shorter.omittedThrough = max(current.omittedThrough, position)
            if tokenCount(transcript, shorter) <= target { return Decision(compaction: shorter) }
        }
        var compaction = current
        compaction.omittedThrough = max(current.omittedThrough, currentTurn)
        let summarized = cover(&compaction, transcript, starts)
        if expectedTokenCount(transcript, compaction, summarized) > limit {
            shortenCurrentTurn(&compaction, transcript, summarized)
        }
        guard compaction != current else { return nil }
        return Decision(compaction: compaction, summarized: summarized)
    }

    /// Returns the positions of the prompts that start turns; entries before the first prompt belong to the first
    /// turn.
    private func turnStarts(of transcript: Transcript, from start: Int) -> [Int] {
        transcript.indices.dropFirst(start).filter { if case .prompt = transcript[$0] { true } else { false } }
    }

    /// Covers as few turns as needed, never the current one; returns the covered entries.
    private func cover(
        _ compaction: inout ContextCompaction,
        _ transcript: Transcript,
        _ starts: [Int]
    ) -> Range<Int>? {
        let covered = compaction.coveredCount
        let first = covered == 0 && transcript.startsWithInstructions ? 1 : covered
        let cuts = starts.filter { $0 > first }
        guard !cuts.isEmpty else { return nil }
        // The shown text shrinks steadily with each covered turn, so a binary search finds the smallest number.
        var (low, high) = (0, cuts.count - 1)
        while low < high {
            let middle = (low + high) / 2
            var tried = compaction
            tried.cover(cuts[middle], of: transcript)
            if expectedTokenCount(transcript, tried, first..<cuts[middle]) <= target {
                high = middle
            } else {
                low = middle + 1
            }
        }
        var shorter = compaction
        shorter.cover(cuts[low], of: transcript)
        let summarized = first..<shorter.coveredCount
        compaction = shorter
        return summaryTokenCount > 0 ? summarized : nil
    }

    /// Returns the number of tokens, assuming that a summary still to be written has its maximum length.
    private func expectedTokenCount(
        _ transcript: Transcript,
        _ compaction: ContextCompaction,
        _ summarized: Range<Int>?
    ) -> Int {
        var shown = compaction
        if summarized != nil { shown.summary = nil }
        return tokenCount(transcript, shown) + (summarized == nil ? 0 : summaryTokenCount)
    }

    private func shortenCurrentTurn(
        _ compaction: inout ContextCompaction,
        _ transcript: Transcript,
        _ summarized: Range<Int>?
    ) {
        guard let lastRound = transcript.lastRound?.outputs, let start = transcript.lastRoundStart else { return }
        // The reasoning before the last calls stays, because providers that sign reasoning refuse calls without it.
        compaction.omittedThrough = max(compaction.omittedThrough, start)
        guard expectedTokenCount(transcript, compaction, summarized) > limit, !lastRound.isEmpty else { return }
        var without = compaction
        without.outputTokenLimit = 0
        let room = limit - expectedTokenCount(transcript, without, summarized)
        // In the estimator's unscaled unit, which also cuts the outputs.
        let share = Double(max(0, room)) / estimator.scale / Double(lastRound.count)
        compaction.outputTokenLimit = max(Self.shortestOutput, Int(share))
    }

    /// The minimum number of tokens of an output that are still useful.
    private static let shortestOutput = 64
}
