public import Phrasebook

extension SearchWeb {
    /// What a person may say to have the web searched.
    public var phrases: ToolPhrases { .searchWeb }
}

extension ToolPhrases {
    static let searchWeb = ToolPhrases(
        tool: "searchWeb",
        effect: .reads,
        examples: [
            .english: "Search the web for the history of tea",
            .japanese: "お茶の歴史を検索して",
        ],
        phrases: .english(
            "(search|look) [web|internet|net|online|wikipedia] for [information (on|about)] {query:text} [on web|on internet|online]",
            "search [web|internet|online] {query:text} [on web|on internet|online]",
            "(look up|google|research) {query:text} [on web|on internet|online]",
            "(find|get|show) [me|us] [some|more] (information|info|articles|news|details|pages|sources|facts) "
                + "(on|about|for|regarding) {query:text} [on web|on internet|online]",
            "(find|look) out [more] about {query:text}",
            "(tell me|i want to know|i would like to know|i'd like to know|what do you know|what can you tell me) [more] about {query:text}",
            "(who|what) (is|are|was|were) {query:text}",
            "(find|get|show|search for) [me|us] {maxResults:integer} (results|pages|articles|sources|hits) "
                + "(for|about|on) {query:text}",
            "(search|look) [web|internet|online] for {query:text} (with|limit|maximum|max|at most|up to) "
                + "{maxResults:integer} (results|pages|hits)"
        )
            + .japanese(
                "\(Japanese.online){query:text}(を|について|に関して|に関する情報を|の情報を|のことを|の)\(Japanese.online)"
                    + "\(Japanese.search)",
                "{query:text}(を|について|で)\(Japanese.online){maxResults:integer}件[だけ]\(Japanese.search)",
                "{query:text}の検索結果を{maxResults:integer}件[見せて|表示して|教えて]",
                "{query:text}(で|と)検索[して|する]",
                "{query:text}(について|に関して|のことを)[詳しく|もっと](教えて|知りたい|説明して)",
                "{query:text}(とは|って何|って誰|とは何|とは誰|は何|は誰|って何のこと|はどんな人|とはどういう意味|の意味は)",
                "検索[して]{query:text}"
            )
    )

    private enum Japanese {
        static let online = "[ネットで|ウェブで|インターネットで|Webで|Web|ネット|ウェブ|オンラインで]"
        static let search =
            "(検索[して|する|したい|を]|調べて|調べる|調べたい|しらべて|ググって|探して|さがして|リサーチ[して])"
    }
}
