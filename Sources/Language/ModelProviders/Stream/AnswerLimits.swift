/// The limits of one answer: a provider that never stops must not fill the memory or start any number of calls.
struct AnswerLimits {
    /// The largest size of the text, thoughts and arguments of one answer, in bytes.
    static let longestAnswer = 64 * 1024 * 1024
    /// The largest number of calls in one answer.
    static let mostCalls = 64

    /// The provider's host, for errors.
    let host: String
    var maximumBytes = AnswerLimits.longestAnswer

    func check(byteCount: Int, callCount: Int) throws(ModelProviderError) {
        guard callCount <= Self.mostCalls else {
            throw ModelProviderError(
                .notUnderstood,
                "\(host) asked for more than \(Self.mostCalls) tool calls in one answer."
            )
        }
        guard byteCount <= maximumBytes else {
            throw ModelProviderError(.notUnderstood, "The answer of \(host) is longer than \(maximumBytes) bytes.")
        }
    }
}
