/// What a model is shown of a conversation in place of all of it.
///
/// It can be stored beside the transcript, and given to the session that takes the conversation up again: then nothing is
/// summarized twice, and the beginning that a provider remembers stays the same.
public struct ContextCompaction: Sendable, Equatable, Codable {
    /// How many entries, counted from the first, the summary stands for; the instructions at the beginning are shown all the same.
    var coveredCount = 0
    /// The last of them, which tells whether a transcript is still the one that was compacted.
    var lastCoveredID: String?
    /// What was said in them; `nil` when they are left out without a word.
    var summary: String?
    /// Outputs and thoughts before this entry are not shown; never within a round whose outputs the model is yet to read.
    var omittedThrough = 0
    /// How many tokens of an output are shown from there on.
    var outputTokenLimit: Int?

    /// What became of a conversation that was made shorter.
    public struct Report: Sendable, Equatable {
        /// How many tokens the model would have been shown, by estimate.
        public var tokenCountBefore: Int
        /// How many it is shown, by estimate.
        public var tokenCountAfter: Int
        /// How many entries of the transcript are not shown themselves, a summary standing for them.
        public var coveredEntryCount: Int
        /// Whether there is such a summary; without one they are left out.
        public var hasSummary: Bool
        /// How many outputs of tools are shown by a placeholder.
        public var omittedOutputCount: Int
    }

    /// Whether this was made of that transcript, which may have grown meanwhile.
    func isValid(for transcript: Transcript) -> Bool {
        guard coveredCount <= transcript.count, omittedThrough <= transcript.count else { return false }
        return coveredCount == 0 || transcript[coveredCount - 1].id == lastCoveredID
    }

    mutating func cover(_ count: Int, of transcript: Transcript) {
        coveredCount = count
        lastCoveredID = count > 0 ? transcript[count - 1].id : nil
        omittedThrough = max(omittedThrough, count)
    }
}

/// What a session remembers of its model's context window.
struct ContextState: Sendable, Equatable {
    var compaction: ContextCompaction?
    var estimator = TokenEstimator()
    /// How many tokens the model can read, as it said when there were too many.
    var learnedSize: Int?
}

// MARK: - What is shown

extension ContextCompaction {
    /// The entries that the model is shown.
    ///
    /// Pure in the transcript: what is shown of an entry does not change while the compaction stays, so the beginning stays too.
    func view(of transcript: Transcript, wording: ContextWindow.Wording) -> [Transcript.Entry] {
        var entries: [Transcript.Entry] = []
        if coveredCount > 0 {
            if transcript.startsWithInstructions { entries.append(transcript[0]) }
            if let summary { entries += summaryEntries(summary, wording) }
        }
        for (index, entry) in transcript.enumerated().dropFirst(coveredCount) {
            switch entry {
            case .reasoning where index < omittedThrough: continue
            case .toolOutput(let output): entries.append(.toolOutput(shown(output, at: index, wording)))
            default: entries.append(entry)
            }
        }
        return entries
    }

    private func summaryEntries(_ summary: String, _ wording: ContextWindow.Wording) -> [Transcript.Entry] {
        // The ids follow from what is covered, so that the same view is the same to the byte.
        let id = "summary-\(lastCoveredID ?? "")"
        let text = "\(wording.summaryHeading)\n\(summary)"
        return [
            .prompt(.init(id: id, segments: [.text(.init(id: "\(id)-text", content: text))])),
            .response(
                .init(
                    id: "\(id)-answer",
                    segments: [.text(.init(id: "\(id)-answer-text", content: wording.summaryAcknowledgement))]
                )
            ),
        ]
    }

    private func shown(
        _ output: Transcript.ToolOutput,
        at index: Int,
        _ wording: ContextWindow.Wording
    ) -> Transcript.ToolOutput {
        let text = output.segments.text
        let replacement: String
        if index < omittedThrough {
            // A short output is no longer than what would stand for it.
            let hasImages = output.segments.contains { $0.attachment != nil }
            guard hasImages || text.utf8.count > wording.omittedOutput.utf8.count else { return output }
            replacement = wording.omittedOutput
        } else if let outputTokenLimit, TokenEstimator().tokenCount(of: text) > outputTokenLimit {
            // Counted without what was learnt: that changes, and what is shown must not.
            replacement = TokenEstimator().prefix(of: text, tokenCount: outputTokenLimit) + "\n" + wording.cutOutput
        } else {
            return output
        }
        var shown = output
        shown.segments = [.text(.init(id: "\(output.id)-shown", content: replacement))]
        return shown
    }
}
