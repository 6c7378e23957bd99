/// Decides whether a sentence may lead to a call of an external service.
///
/// Every such call passes this gate. Remarks lead to none; private data, and a question that may be about it,
/// is not sent before the person agrees.
final class OutwardGate {
    /// The decision about a call.
    enum Verdict: Equatable, Sendable {
        case call
        /// The call is shown first, and made after a yes.
        case propose
        case refuse
    }

    private let utterance: Utterance
    private let tokens: ArraySlice<Token>
    private let privacy: PrivateMatter

    init(_ utterance: Utterance, _ sentence: Range<Int>, _ privacy: PrivateMatter) {
        self.utterance = utterance
        self.privacy = privacy
        tokens = utterance.tokens[sentence]
    }

    /// Returns the verdict on a call of a tool; the sentence is read for it once.
    func verdict(on tool: ToolPhrases?) -> Verdict {
        guard let tool, tool.isOutward else { return .call }
        return tool.isPublic ? verdictOnWeb : verdictOnPlaces
    }

    private lazy var verdictOnWeb = read(isPublic: true)
    private lazy var verdictOnPlaces = read(isPublic: false)

    private func read(isPublic: Bool) -> Verdict {
        guard AskingForm(tokens) == .asks else { return .refuse }
        guard isPublic else { return WeatherQuestion(tokens, in: utterance).isWhole ? .call : .refuse }
        let certainty = SearchCertainty(tokens, in: utterance)
        // "Where" and "how many" are also words about stored things.
        if certainty == .world, !privacy.names(tokens, in: utterance) { return .call }
        guard !privacy.concerns(tokens, in: utterance) else { return mentionsWeb ? .propose : .refuse }
        return certainty == .open ? .propose : .call
    }

    /// Returns the verdict on a call with the answer to the tool's question.
    func verdict(onAnswerTo tool: ToolPhrases?) -> Verdict {
        guard let tool, tool.isPublic else { return .call }
        guard AskingForm(tokens) == .asks else { return .refuse }
        return SearchCertainty.isPlainAnswer(tokens) && !privacy.concerns(tokens, in: utterance) ? .call : .propose
    }

    /// Returns whether a tool may be called or proposed for the sentence.
    func allows(_ tool: ToolPhrases?) -> Bool { verdict(on: tool) != .refuse }

    private var mentionsWeb: Bool {
        tokens.indices.contains { OutwardWords.web.longest(at: $0, in: tokens) != nil }
    }
}
