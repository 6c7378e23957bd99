public import ToolPhrases

extension ReadWebPage {
    /// The sentences that ask to read a web page.
    public var phrases: ToolPhrases { .readWebPage }
}

extension ToolPhrases {
    /// The phrases of `readWebPage`: the sentences that ask to read a web page.
    public static let readWebPage = ToolPhrases(
        tool: "readWebPage",
        effect: .reads,
        examples: [
            .english: "Read https://example.com",
            .japanese: "https://example.com のページを読んで",
        ],
        continuation: OutputContinuation(
            markers: ["Call readWebPage with part ", "続きは readWebPage の part に "],
            source: .number(argument: "part")
        ),
        phrases: .english(english("phrases"))
            + .asking(
                .init("Which page? Give me its address.", answer: "{url:address}"),
                in: .english,
                english("lacking")
            )
            + .asking(
                .init("どのページですか？アドレスを教えてください。", answer: "{url:address}[です]"),
                in: .japanese,
                japanese("lacking")
            )
            + .japanese(japanese("phrases"))
    )

    private static let english = PhraseTexts.builtInTools["webPage.english"]
    private static let japanese = PhraseTexts.builtInTools["webPage.japanese"]
}
