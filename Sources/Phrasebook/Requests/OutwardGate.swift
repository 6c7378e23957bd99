/// Decides whether a sentence may lead to a call that asks somebody outside.
///
/// Everything that leaves passes here: remarks ask nobody, and what is the person's own goes to the web only when the web is asked for.
struct OutwardGate {
    private let utterance: Utterance
    private let tokens: ArraySlice<Token>
    private let privacy: PrivateMatter

    init(_ utterance: Utterance, _ sentence: Range<Int>, _ privacy: PrivateMatter) {
        self.utterance = utterance
        self.privacy = privacy
        tokens = utterance.tokens[sentence]
    }

    /// Whether a tool may be called for the sentence.
    func lets(_ tool: ToolPhrases?) -> Bool {
        guard let tool, tool.isOutward else { return true }
        guard AskingForm(tokens) == .asks else { return false }
        return !tool.isPublic || asksForWeb || !privacy.concerns(tokens, in: utterance)
    }

    private var asksForWeb: Bool {
        PhraseLanguage.allCases.contains { language in
            tokens.indices.contains { LanguageData.of(language).publicWords.longest(at: $0, in: tokens) != nil }
        }
    }
}
