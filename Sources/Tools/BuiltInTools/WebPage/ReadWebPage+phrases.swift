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
        phrases: .english(
            "(open|read|show|visit|summarize) [me] [the] {?result:ordinal} (result|page|hit|link|search result) [of those|on the list]",
            "(open|read|show|visit) [me] (result|hit|link|search result) [number|no|#] {?result:integer}",
            "\(English.read) [me|us] [the] {part:ordinal} (part|page|section) of {url:address}",
            "\(English.read) [me|us] part {part:integer} of {url:address}",
            "(what|which) links (are|does) [there] (on|in|at) {url:address} [have]",
            "\(English.read) [me|us] {url:address}",
            "\(English.read) [this|the] \(English.page) [for me] {url:address}",
            "\(English.read) [me|us] [\(English.page)] [at|on|from|under] {url:address} [page] [and] [\(English.report)]",
            "what (does|do|is|are) [\(English.said)] [in|on|at|of|behind] [\(English.page)] [at|on|of] {url:address} [say|about|contain|there]",
            "\(English.summary) [of|for|about] [\(English.page)] [at|on|of] {url:address}",
            "[\(English.page)] {url:address} [\(English.report)]",
            "(read|open|fetch|load|visit) [me|us] [web] (page|webpage|website|site|article|url|link) [at|on] {url:text}",
            "what (does|is on) [web] (page|webpage|website|site|article|url|link) [at|on] {url:text} [say]"
        )
            + .asking(
                .init("Which page? Give me its address.", answer: "{url:address}"),
                in: .english,
                "(read|open|summarize|show) [me] [the|this] (page|web page|website|article|link|site)"
            )
            + .asking(
                .init("どのページですか？アドレスを教えてください。", answer: "{url:address}[です]"),
                in: .japanese,
                "[この|その](ページ|サイト|記事|リンク)を\(Japanese.read)"
            )
            + .japanese(
                "{?result:integer}(番目|つ目|件目|番)の[検索](結果|ページ|リンク|サイト|記事)(を|)\(Japanese.read)",
                "[検索](結果|リンク)の{?result:integer}(番目|つ目|件目|番)(を|)\(Japanese.read)",
                "{url:address}(に|の|には|にある)[は][どんな|何の]リンク(が|は|を|)(ある|あります|一覧|のリスト|\(Japanese.read))",
                "{url:address}の(第|パート|part){part:integer}(部|)(を|)\(Japanese.read)",
                "{url:address}の{part:integer}(番目|ページ目|つ目)[の(部分|ページ)][を]\(Japanese.read)",
                "{url:address}(には|に)(何|なん)て書いて(ある|あります)",
                "{url:address}[という|の](\(Japanese.page)|)(|を|の内容を|の中身を|の本文を|の記事を|には|に|は|って|の内容は|について)"
                    + "(|\(Japanese.read)|何が書いて[ある|あります]|何と書いて[ある|あります]|どんな内容|何)",
                "[この|次の|以下の]\(Japanese.page)(|を|の内容を|の中身を|には|は)(\(Japanese.read)|何が書いて[ある|あります]){url:address}",
                "{url:text}[という|の](ページ|サイト|記事|ウェブページ|ウェブサイト|リンク)(を|の内容を|の中身を)"
                    + "(読んで|開いて|読み込んで|見せて|表示して|教えて)"
            )
    )

    private enum English {
        static let read =
            "(read|open|fetch|load|visit|check|check out|look at|have look at|take look at|go to|go through|summarize|summarise|"
            + "sum up|show|get|view|see|browse|scan|skim|tell me about|explain|pull up|access)"
        static let page = "(page|web page|webpage|website|web site|site|article|url|link|post|address|blog post)"
        static let said = "(content|contents|it|text)"
        static let summary = "(summary|overview|content|contents|gist)"
        static let report =
            "(tell|give|show) (me|us) (what it says|what is in it|what is there|what it is about|summary|gist|content|contents)|"
            + "summarize it|summarise it|sum it up|explain it|read it"
    }

    private enum Japanese {
        static let page = "(ページ|サイト|記事|ウェブページ|ウェブサイト|リンク|URL|アドレス|ブログ)"
        static let read =
            "(読んで[みて]|読み上げて|読み込んで|開いて|見て[みて]|見せて|表示[して]|教えて|要約[して]|まとめて|確認[して]|チェック[して]|"
            + "説明[して]|調べて|取得[して]|アクセス[して])"
    }
}
