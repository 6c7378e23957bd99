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
        phrases: .english(
            "(search|look) (web|internet|online) for {query:text}, {maxResults:integer} (results|pages|hits)",
            "(web|internet) search {query:text}",
            "(search|look) [web|internet|net|online|wikipedia] for [information (on|about)] {query:text} [on web|on internet|online]",
            "search [web|internet|online] {query:text} [on web|on internet|online]",
            "(look up|google|research) {query:text} [on web|on internet|online]",
            "\(English.gather) [me|us] [some|more|any|latest|recent] (information|info|articles|news|details|pages|sources|facts|"
                + "background|material|reading) (on|about|for|regarding) {query:text} [on web|on internet|online]",
            "[are there|is there|do you have|what is|what are] (any|some|latest|recent|current) [latest|recent|new|current] "
                + "(news|information|info|articles|updates|headlines) (on|about|from|regarding) {query:text}",
            "what (does|do) (internet|web|people|experts|wikipedia|news) (say|think|write|know) about {query:text}",
            "(find|look) out [more] about {query:text}",
            "(search|look|check|browse|google|scour) [web|internet|net|online|google] (for|about|on) {query:text} [on web|on internet|online]",
            "(find out|figure out|look up|check|find|search) {query:question}",
            "(what is|what are) (latest|newest|current) (on|about|with|in) {query:text}",
            "(news|information|info|articles|facts|details|reports|headlines) (on|about|regarding|of|from) {query:text}",
            "(looking for|searching for|seeking|interested in) (information|info|articles|news|details|facts|sources|something) "
                + "(on|about|regarding) {query:text}",
            "(i'm|i am) (looking for|searching for|interested in) (information|info|articles|news|details|facts) (on|about|regarding) {query:text}",
            "(explain|define|describe) [to me] {query:text}",
            "(definition|meaning|history|explanation) of {query:text}",
            "what does {query:text} mean",
            "(check|consult|ask) (web|internet|google|wikipedia) (for|about|on) {query:text}",
            "(web|internet|online|google) search [for|on|about] {query:text}",
            "(bring|get|catch) me up [to date|to speed] (on|with) {query:text}",
            "\(English.gather) [me|us] (top|best|first) {maxResults:integer} [results|pages|articles|sources|hits|links|sites] "
                + "(for|about|on) {query:text}",
            "\(English.gather) [me|us] {maxResults:integer} (results|pages|articles|sources|hits|links|sites|news|stories) "
                + "(for|about|on|regarding|covering) {query:text}",
            "(read|learn|hear|find out) [up] [some|a bit|a little] [more|something] (about|on) {query:text}",
            "{query:world}",
            "{query:question}",
            "(find|look for) [me|us] {query:text}",
            "(tell me|i want to know|i would like to know|i'd like to know|what do you know|what can you tell me) [more] about {query:text}",
            "(who|what) (is|are|was|were) {query:text}",
            "(find|get|show|search for) [me|us] {maxResults:integer} (results|pages|articles|sources|hits) "
                + "(for|about|on) {query:text}",
            "(search|look) [web|internet|online] for {query:text} (with|limit|maximum|max|at most|up to) "
                + "{maxResults:integer} (results|pages|hits)"
        )
            + .asking(
                .init("What should I search for?", answer: "[for] {query:text}"),
                in: .english,
                "(search|search [the] (web|internet)|google|look something up|search for something)"
            )
            + .asking(
                .init("何を検索しますか？", answer: "{query:text}[を検索[して]]"),
                in: .japanese,
                "[ウェブで|ネットで](検索|調べて|ググって)[して|したい]"
            )
            + .japanese(
                "{query:world}[は|って|とは|を|が][何|なに|なん|誰|だれ|どこ|何メートル|何人|どのくらい|どれくらい|どのぐらい|どれぐらい|教えて|知りたい|調べて]",
                "(ググって|検索[して]|ネットで調べて){query:text}",
                "{query:text}[を](検索|けんさく)[して]",
                "{query:text}を\(Japanese.online)(検索|けんさく)[して]{maxResults:integer}件",
                "\(Japanese.online){query:text}(を|について|に関して|に関する情報を|の情報を|のことを|の)\(Japanese.online)"
                    + "\(Japanese.search)",
                "{query:text}(を|について|で)\(Japanese.online){maxResults:integer}件[だけ]\(Japanese.search)",
                "{query:text}の検索結果を{maxResults:integer}件[見せて|表示して|教えて]",
                "{query:text}(で|と)検索[して|する]",
                "{query:text}(について|に関して|のことを)[詳しく|もっと](教えて|知りたい|説明して)",
                "{query:text}(とは|って何|って誰|とは何|とは誰|は何|は誰|って何のこと|はどんな人|とはどういう意味|の意味は)",
                "検索[して]{query:text}",
                "{query:text}(って|とは|は)(何|なに|なん|誰|だれ|どこ|どういうもの|どんなもの|どういう意味|どういうこと|どんな人|どんなところ)",
                "{query:text}(を|について|に関して|のことを|のこと)\(Japanese.online)[もっと|詳しく|少し](知りたい|学びたい|聞きたい|読みたい|"
                    + "解説[して]|説明[して]|教えて|紹介[して]|まとめて)",
                "{query:text}(の|に関する|についての)(情報|解説|説明|詳細|記述)(を|が|は|)[もっと|詳しく]\(Japanese.online)"
                    + "(|\(Japanese.search)|\(Japanese.show)|欲しい|ほしい|集めて)",
                "{query:text}(を|について|)(グーグル|Google|google|ウィキペディア|Wikipedia|ヤフー)(で|に)(検索[して]|調べて|聞いて|尋ねて|探して)",
                "{query:text}(のは|のが)(誰|だれ|いつ|どこ|何|なに|なぜ|どうして)",
                "(なぜ|どうして|なんで){query:text}",
                "{query:text}(の|を)\(Japanese.online)(調査|リサーチ)[して|を]",
                "\(Japanese.online)\(Japanese.latest){query:text}(の|に関する|についての|関連の|関係の)\(Japanese.source)"
                    + "(を|が|は|って|)\(Japanese.online)[もっと|詳しく|いくつか](|\(Japanese.search)|\(Japanese.show))",
                "\(Japanese.online)\(Japanese.latest){query:text}(の|に関する|についての|関連の|関係の)\(Japanese.source)"
                    + "(を|が|)\(Japanese.online){maxResults:integer}(件|つ|個|本|ページ)[ほど|くらい|ぐらい|だけ]"
                    + "(\(Japanese.search)|\(Japanese.show))"
            )
    )

    private enum English {
        static let gather =
            "(find|get|show|give|dig up|dig out|gather|collect|bring up|look for|look up|search for|pull up|fetch)"
    }

    private enum Japanese {
        static let latest = "[最新の|最近の|今日の|新しい]"
        static let source = "(ニュース|記事|最新情報|話題|資料|論文|文献|サイト|ページ)"
        static let show = "(見せて|教えて|知りたい|読みたい|見たい|出して|紹介して|挙げて|集めて)"
        static let online = "[ネットで|ウェブで|インターネットで|Webで|Web|ネット|ウェブ|オンラインで]"
        static let search =
            "(検索[して|する|したい|を]|調べて|調べる|調べたい|しらべて|ググって|探して|さがして|リサーチ[して])"
    }
}
