/// A page in the web of the search stand-ins.
public struct Article: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The text.
    public var text: String
    /// The address.
    public var url: String

    /// Makes an article.
    public init(title: String, text: String, url: String) {
        self.title = title
        self.text = text
        self.url = url
    }

    /// The pages of the stand-ins' web, all fictional.
    public static let library: [Article] = [
        Article(
            title: "Alpha Station",
            text:
                "Alpha Station is a fictional research outpost used in tests. It was founded in 2001 by the test committee.",
            url: "https://example.test/alpha-station"
        ),
        Article(
            title: "Alpha Station turns 25",
            text: "The outpost marked its anniversary this year. Visitors of Alpha Station came from Beta Harbour.",
            url: "https://example.test/news/2026/alpha"
        ),
        Article(
            title: "Beta Harbour",
            text: "Beta Harbour is a fictional port with two lighthouses. A ferry leaves for Alpha Station on Mondays.",
            url: "https://example.test/beta-harbour"
        ),
        Article(
            title: "Torii",
            text:
                "A torii is the gate of a shrine; passing it, one enters. In these tests it is the gate between clients and keys.",
            url: "https://example.test/torii"
        ),
        Article(
            title: "Swift (bird)",
            text:
                "Swifts are fast birds that spend most of their lives in the air. In these tests they nest at Alpha Station.",
            url: "https://example.test/swift-bird"
        ),
        Article(
            title: "The history of tea",
            text:
                "The history of tea begins in China; in the 9th century monks brought its seeds to Japan. This page is a test's.",
            url: "https://example.test/history-of-tea"
        ),
        Article(
            title: "お茶の歴史",
            text: "お茶の歴史は中国に始まり、9世紀に僧が種を日本に持ち帰った。このページは試験のためのものである。",
            url: "https://example.test/ja/history-of-tea"
        ),
        Article(
            title: "アルファ基地",
            text: "アルファ基地は試験のための架空の観測基地である。2001年に試験委員会が設立した。",
            url: "https://example.test/ja/alpha-kichi"
        ),
        Article(
            title: "鳥居",
            text: "鳥居は神社の入口に立つ門である。この試験では、アプリと鍵のあいだの門を指す。",
            url: "https://example.test/ja/torii"
        ),
    ]
}

extension Array where Element == Article {
    /// Returns the articles that match a query, best first: by the number of matching words, of which those in a title count twice.
    public func matching(_ query: String) -> [Article] {
        let words = query.words
        let scored = enumerated().map { index, article in
            let score = words.reduce(0) { sum, word in
                sum + (article.title.folded.contains(word) ? 2 : 0) + (article.text.folded.contains(word) ? 1 : 0)
            }
            return (article: article, score: score, index: index)
        }
        return scored.filter { $0.score > 0 }.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.article)
    }
}

extension String {
    /// The words to search for: separated by everything but letters and digits, without small words, Japanese runs as a whole.
    fileprivate var words: [String] {
        let small: Set<String> = ["a", "an", "and", "in", "is", "of", "or", "the", "to", "what", "who", "when"]
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { !small.contains($0) }
    }
}
