public import Phrasebook

extension ReadWebPage {
    /// What a person may say to have a page of the web read.
    public var phrases: ToolPhrases { .readWebPage }
}

extension ToolPhrases {
    static let readWebPage = ToolPhrases(
        tool: "readWebPage",
        effect: .reads,
        examples: [
            .english: "Read the page \"https://example.com\"",
            .japanese: "「https://example.com」のページを読んで",
        ],
        phrases: .english(
            "(read|open|fetch|load|visit) [me|us] [web] (page|webpage|website|site|article|url|link) [at|on] {url:text}",
            "what (does|is on) [web] (page|webpage|website|site|article|url|link) [at|on] {url:text} [say]"
        )
            + .japanese(
                "{url:text}[という|の](ページ|サイト|記事|ウェブページ|ウェブサイト|リンク)(を|の内容を|の中身を)"
                    + "(読んで|開いて|読み込んで|見せて|表示して|教えて)"
            )
    )
}
