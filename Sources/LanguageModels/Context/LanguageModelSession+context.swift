extension LanguageModelSession {
    /// What the model is shown in place of the beginning of the transcript; `nil` while it is shown all of it.
    ///
    /// Store it beside the transcript, and give it to the session that takes the conversation up again.
    public var compaction: ContextCompaction? {
        let compaction = contextState.compaction
        return compaction?.isValid(for: transcript) == true ? compaction : nil
    }

    /// What the model is shown of the transcript.
    public var contextTranscript: Transcript {
        let transcript = transcript
        guard let compaction, let window = configuration.contextWindow else { return transcript }
        return Transcript(entries: compaction.view(of: transcript, wording: window.wording))
    }

    /// How tokens are counted by what the model has reported so far; worth keeping for the model's next session.
    public var tokenEstimator: TokenEstimator { contextState.estimator }
}
