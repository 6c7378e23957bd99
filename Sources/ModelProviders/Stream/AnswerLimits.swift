/// How much one answer may hold: a provider that never stops must not fill the memory, nor set off calls without number.
struct AnswerLimits {
    /// How many bytes of text, thoughts and arguments one answer may have in all.
    static let longestAnswer = 64 * 1024 * 1024
    /// How many calls one answer may have.
    static let mostCalls = 64

    /// Whom errors name.
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
