import Testing

@testable import AgentTools

@Suite struct SearchTermsTests {
    @Test(arguments: [
        ("findOpenOrders", ["find", "open", "order"]),
        ("GET /v1/cities", ["get", "v1", "city"]),
        ("HTTPServer status", ["httpserver", "status"]),
        ("address class", ["address", "class"]),
        ("未発送の注文", ["未発", "発送", "送の", "の注", "注文"]),
        ("東京 weather 雨", ["東京", "weather", "雨"]),
        ("ソート・キー", ["ソー", "ート", "キー"]),
        ("", []), ("--- !!", []),
    ])
    func textsHaveTerms(text: String, terms: [String]) {
        #expect(SearchTerms(text).terms == terms)
    }

    @Test func longTextsAreCut() {
        #expect(SearchTerms(String(repeating: "a ", count: 100_000)).terms.count == 4_000)
        #expect(SearchTerms(String(repeating: "a", count: 100_000)).terms[0].count == 40)
    }
}

@Suite struct ToolIndexTests {
    private let index = ToolIndex([
        .init(
            name: "findOrders",
            description: "Lists the orders of a shop, newest first.",
            arguments: ["status", "limit"]
        ),
        .init(name: "getInvoice", description: "Shows an invoice with its lines.", arguments: ["id"]),
        .init(name: "createOrder", description: "Makes an order.", keywords: ["注文を作る"]),
        .init(name: "exchangeRates", description: "Exchange rates of a day.", keywords: ["currency", "為替レート"]),
    ])

    @Test(arguments: [
        ("show my open orders", "findOrders"), ("invoice 42", "getInvoice"),
        ("what is the currency exchange rate", "exchangeRates"),
        ("新しい注文を作って", "createOrder"), ("今日の為替は", "exchangeRates"),
    ])
    func theRightToolIsFirst(query: String, name: String) {
        #expect(index.search(query, limit: 5).first?.name == name)
    }

    @Test func aQueryWithoutSharedTermsFindsNothing() {
        #expect(index.search("hello", limit: 5).isEmpty)
        #expect(index.search("", limit: 5).isEmpty)
        #expect(ToolIndex([]).search("orders", limit: 5).isEmpty)
        #expect(index.search("order", limit: 0).isEmpty)
    }

    @Test func tiesKeepTheOrderOfTheTools() {
        let same = ToolIndex((0..<5).map { ToolIndex.Entry(name: "tool\($0)", description: "the same words") })
        #expect(same.search("words", limit: 3).map(\.name) == ["tool0", "tool1", "tool2"])
    }

    @Test func aRareWordOutweighsAFrequentOne() {
        let entries = (0..<50).map {
            ToolIndex.Entry(name: "listThings\($0)", description: "Lists the things of a list.")
        }
        let index = ToolIndex(entries + [.init(name: "rotateKey", description: "Rotates a key in a list.")])
        #expect(index.search("list the key", limit: 1).first?.name == "rotateKey")
    }
}
