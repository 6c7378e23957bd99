/// Decides what a model is shown of a conversation that has become too long; does nothing itself.
///
/// Steps, each only as far as the one before was not enough: thoughts and outputs of earlier turns are left out; the earliest turns
/// are covered by a summary; outputs of earlier rounds of the current turn are left out; the last outputs are cut.
struct ContextPlan {
    /// How many tokens a request may take.
    let limit: Int
    /// How many it should take once it has to be made shorter.
    let target: Int
    /// How many a summary may take; 0 when there is none.
    let summaryTokenCount: Int
    /// What a request takes beside the transcript: tools and schema.
    let fixedTokenCount: Int
    let estimator: TokenEstimator
    let wording: ContextWindow.Wording

    struct Decision: Equatable {
        var compaction: ContextCompaction
        /// The entries to put into the summary, beside those that it had in it.
        var summarized: Range<Int>?
    }

    /// How many tokens a request with this compaction takes.
    func tokenCount(_ transcript: Transcript, _ compaction: ContextCompaction) -> Int {
        fixedTokenCount + estimator.tokenCount(of: compaction.view(of: transcript, wording: wording))
    }

    /// What to show; `nil` when the conversation can be shown as before.
    func decide(_ transcript: Transcript, _ current: ContextCompaction) -> Decision? {
        guard tokenCount(transcript, current) > limit else { return nil }
        let starts = turnStarts(of: transcript, from: current.coveredCount)
        let currentTurn = starts.last ?? transcript.endIndex
        // The turn before keeps its outputs if it can: what is asked next is often about them.
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

    /// Where turns begin, which is at their prompts; what stands before the first prompt belongs to the first turn.
    private func turnStarts(of transcript: Transcript, from start: Int) -> [Int] {
        transcript.indices.dropFirst(start).filter { if case .prompt = transcript[$0] { true } else { false } }
    }

    /// Covers the fewest turns that must be covered, never the current one; tells which entries that are.
    private func cover(
        _ compaction: inout ContextCompaction,
        _ transcript: Transcript,
        _ starts: [Int]
    ) -> Range<Int>? {
        let covered = compaction.coveredCount
        let first = covered == 0 && transcript.startsWithInstructions ? 1 : covered
        let cuts = starts.filter { $0 > first }
        guard !cuts.isEmpty else { return nil }
        // What is shown only gets shorter with what is covered, so the fewest turns can be searched for by halves.
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

    /// With the summary that is yet to be written counted as long as it may be.
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
        // Not the thoughts that led to the last calls: providers that sign thoughts refuse calls without them.
        compaction.omittedThrough = max(compaction.omittedThrough, start)
        guard expectedTokenCount(transcript, compaction, summarized) > limit, !lastRound.isEmpty else { return }
        var without = compaction
        without.outputTokenLimit = 0
        let room = limit - expectedTokenCount(transcript, without, summarized)
        // In the estimator's own unit before it learnt anything, which is what outputs are cut by.
        let share = Double(max(0, room)) / estimator.scale / Double(lastRound.count)
        compaction.outputTokenLimit = max(Self.shortestOutput, Int(share))
    }

    /// Less than this of an output is of no use.
    private static let shortestOutput = 64
}
