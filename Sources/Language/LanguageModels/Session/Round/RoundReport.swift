/// The report of a round, sent once when it ends, also after a failure.
package struct RoundReport: Sendable {
    /// The usage that the provider reported; zero if it reported none.
    package var usage = LanguageModelSession.Usage()
    /// The number of bytes received: text, reasoning, arguments and what belongs to them.
    package var byteCount = 0
    /// The time of the first piece of text, reasoning or a call; `nil` if there was none.
    package var firstContentAt: ContinuousClock.Instant?
    /// Whether the round is complete; a call of an incomplete round may lack a part of its arguments.
    package var isWhole = false
    /// The model's metadata of its answer or, if there are only calls, of its first call.
    package var metadata: [String: GeneratedContent] = [:]

    /// Makes an empty report.
    package init() {}
}
