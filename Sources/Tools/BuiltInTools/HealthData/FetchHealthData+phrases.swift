public import ToolPhrases

extension FetchHealthData {
    /// The sentences that ask for measurements of a person's phone.
    public var phrases: ToolPhrases { .fetchHealthData }
}

extension ToolPhrases {
    /// The phrases of `fetchHealthData`: the sentences that ask for measurements of a person's phone.
    public static let fetchHealthData = ToolPhrases(
        tool: "fetchHealthData",
        effect: .reads,
        examples: [
            .english: "How many steps did I take today?",
            .japanese: "今週の健康データを教えて",
        ],
        choice: [
            .english: ToolOffer("look at the health data", answer: "[the] health [data]"),
            .japanese: ToolOffer("健康データを見る", answer: "健康[データ][を|の(ほう|方)]"),
        ],
        evidence: HealthEvidence.evidence,
        phrases: .english(PhraseTexts.builtInTools["health.english"]("phrases"))
            + .japanese(PhraseTexts.builtInTools["health.japanese"]("phrases"))
    )
}

/// Words and values that indicate a question about measurements of a phone.
private enum HealthEvidence {
    private static let texts = PhraseTexts.builtInTools["health.evidence"]

    static let evidence = ToolEvidence(
        words: [.english: [], .japanese: []],
        values: texts.lists.map { list in
            .init(list.hasSuffix("?") ? String(list.dropLast()) : list, texts.words(list), isWeak: list.hasSuffix("?"))
        },
        slots: [.init("type", .value)],
        judgement: .figures
    )
}
