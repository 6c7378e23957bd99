public import ToolPhrases

extension SearchWeb {
    /// The sentences that ask for a web search.
    public var phrases: ToolPhrases { .searchWeb }
}

extension ToolPhrases {
    /// The phrases of `searchWeb`: the sentences that ask for a web search.
    public static let searchWeb = ToolPhrases(
        tool: "searchWeb",
        effect: .reads,
        examples: [
            .english: "Search the web for the history of tea",
            .japanese: "お茶の歴史を検索して",
        ],
        choice: [
            .english: ToolOffer("search the web", answer: "[search|look|look it up] [on|in] (web|internet|online)"),
            .japanese: ToolOffer("ウェブを検索する", answer: "(ウェブ|ネット|インターネット|Web)[を|で|から|の(ほう|方)](|検索|調べて|探して)"),
        ],
        continuation: OutputContinuation(
            markers: [],
            source: .moreResults(argument: "maxResults", usual: 5, most: 10)
        ),
        isPublic: true,
        phrases: .english(english("phrases"))
            + .asking(
                .init("What should I search for?", answer: "[for] {query:text}"),
                in: .english,
                english("lacking")
            )
            + .asking(
                .init("何を検索しますか？", answer: "{query:text}[を検索[して]]"),
                in: .japanese,
                japanese("lacking")
            )
            + .japanese(japanese("phrases"))
    )

    private static let english = PhraseTexts.builtInTools["search.english"]
    private static let japanese = PhraseTexts.builtInTools["search.japanese"]
}
