/// What was heard of a round, told once when it is over, however it ended.
package struct RoundReport: Sendable {
    /// What the provider has counted; nothing when it has not.
    package var usage = LanguageModelSession.Usage()
    /// How many bytes of text, thoughts, arguments and what belongs to them came.
    package var byteCount = 0
    /// When the first piece of text, of a thought or of a call came; `nil` when none did.
    package var firstContentAt: ContinuousClock.Instant?
    /// Whether the round came to its end; a call of one that did not may lack a part of its arguments.
    package var isWhole = false
    /// What the model said of its answer or, beside calls only, of its first call.
    package var metadata: [String: GeneratedContent] = [:]

    /// Reports that nothing was heard.
    package init() {}
}
