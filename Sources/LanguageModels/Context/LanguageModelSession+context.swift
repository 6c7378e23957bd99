extension LanguageModelSession {
    /// The shortened form of the transcript that the model reads; `nil` while it reads all of it.
    ///
    /// Store it beside the transcript and pass it to the session that continues the conversation.
    public var compaction: ContextCompaction? {
        let compaction = contextState.compaction
        return compaction?.isValid(for: transcript) == true ? compaction : nil
    }

    /// The transcript as the model reads it.
    public var contextTranscript: Transcript {
        let transcript = transcript
        guard let compaction, let window = configuration.contextWindow else { return transcript }
        return Transcript(entries: compaction.view(of: transcript, wording: window.wording))
    }

    /// The token estimator with the corrections from the model's reports; keep it for the model's next session.
    public var tokenEstimator: TokenEstimator { contextState.estimator }
}
