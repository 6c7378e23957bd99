import Testing

@testable import LanguageModels

@Suite struct TokenEstimatorTests {
    @Test(arguments: [
        ("", 0...0),
        ("The weather in Kyoto is fine today, and it will stay so.", 12...18),
        ("今日の京都は晴れで、明日も晴れるでしょう。", 18...24),
        (#"{"city":"Kyoto","days":3}"#, 6...10),
        ("😀😀", 3...5),
        ("Привет, как дела?", 6...10),
    ])
    func countsDependOnTheScript(text: String, expected: ClosedRange<Int>) {
        #expect(expected.contains(TokenEstimator().tokenCount(of: text)))
    }

    @Test func reportsCorrectTheCount() {
        let text = String(repeating: "これは日本語の文章です。", count: 20)
        let weight = TokenEstimator.weight(of: text)
        var estimator = TokenEstimator()
        let first = estimator.tokenCount(of: text)
        estimator.observe(weight: weight, reported: first * 13 / 10)
        #expect(estimator.tokenCount(of: text) == first * 13 / 10)
        for _ in 0..<20 { estimator.observe(weight: weight, reported: first / 2) }
        #expect(abs(estimator.tokenCount(of: text) - first / 2) <= 1)
    }

    @Test(arguments: [(0, 100), (100, 0), (100, -5), (1, 1_000_000), (1_000_000, 1), (100, Int.max)])
    func implausibleReportsAreIgnored(weight: Int, reported: Int) {
        var estimator = TokenEstimator()
        estimator.observe(weight: Double(weight), reported: reported)
        #expect(estimator == TokenEstimator())
    }

    @Test func aRefusalRaisesTheEstimate() {
        var estimator = TokenEstimator()
        estimator.observe(weight: 3000, exceeding: 4096)
        #expect(estimator.scaled(3000) > 4096)
        let before = estimator.scale
        estimator.observe(weight: 9000, exceeding: 4096)
        #expect(estimator.scale > before)
    }

    @Test func aPrefixFitsTheNumberOfTokens() {
        let text = String(repeating: "京都の天気", count: 50)
        let estimator = TokenEstimator()
        let prefix = estimator.prefix(of: text, tokenCount: 40)
        #expect(text.hasPrefix(prefix))
        #expect((36...40).contains(estimator.tokenCount(of: prefix)))
        #expect(estimator.prefix(of: "kurz", tokenCount: 40) == "kurz")
        #expect(estimator.prefix(of: text, tokenCount: 0).isEmpty)
    }
}
