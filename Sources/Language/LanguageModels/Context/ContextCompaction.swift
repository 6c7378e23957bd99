/// The shortened form of a conversation that a model reads instead of all of it.
///
/// Store it beside the transcript and pass it to the session that continues the conversation. Then nothing is
/// summarized twice, and the prefix that a provider caches stays the same.
public struct ContextCompaction: Sendable, Equatable, Codable {
    /// The number of entries, counted from the first, that the summary covers; leading instructions are shown anyway.
    var coveredCount = 0
    /// The id of the last covered entry, which shows whether a transcript is still the compacted one.
    var lastCoveredID: String?
    /// The summary of the covered entries; `nil` if they are left out without one.
    var summary: String?
    /// The index before which outputs and reasoning are omitted; never inside a round whose outputs the model has not
    /// read yet.
    var omittedThrough = 0
    /// The maximum number of tokens shown of each output after that index.
    var outputTokenLimit: Int?

    /// The result of shortening a conversation.
    public struct Report: Sendable, Equatable {
        /// The estimated number of tokens before.
        public var tokenCountBefore: Int
        /// The estimated number of tokens after.
        public var tokenCountAfter: Int
        /// The number of entries that are replaced by a summary or left out.
        public var coveredEntryCount: Int
        /// Whether there is a summary of these entries; without one they are left out.
        public var hasSummary: Bool
        /// The number of tool outputs that are replaced by a placeholder.
        public var omittedOutputCount: Int
    }

    /// Whether this compaction was made from that transcript, which may have grown since.
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

/// A session's knowledge of its model's context window.
struct ContextState: Sendable, Equatable {
    var compaction: ContextCompaction?
    var estimator = TokenEstimator()
    /// The context size that the model reported when a request was too long.
    var learnedSize: Int?
}

// MARK: - Shown entries

extension ContextCompaction {
    /// Returns the entries for the model to read.
    ///
    /// The result depends only on the transcript: while the compaction stays, the shown form of an entry stays, and so
    /// does the prefix.
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
        // The ids are derived from the covered entries, so that equal views are equal byte by byte.
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
            // A short output stays if it is no longer than its placeholder.
            let hasImages = output.segments.contains { $0.attachment != nil }
            guard hasImages || text.utf8.count > wording.omittedOutput.utf8.count else { return output }
            replacement = wording.omittedOutput
        } else if let outputTokenLimit, TokenEstimator().tokenCount(of: text) > outputTokenLimit {
            // Counted without the learned scale, because that changes and the shown text must not.
            replacement = TokenEstimator().prefix(of: text, tokenCount: outputTokenLimit) + "\n" + wording.cutOutput
        } else {
            return output
        }
        var shown = output
        shown.segments = [.text(.init(id: "\(output.id)-shown", content: replacement))]
        return shown
    }
}
