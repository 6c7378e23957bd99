import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct RankFusionTests {
    private func hit(_ name: String, _ content: String = "") -> SearchHit {
        SearchHit(title: name, content: content, url: "https://example.test/\(name)")
    }

    @Test func ranksPagesOfSeveralUpstreamsFirst() {
        let pages = RankFusion.merge([
            ("one", [hit("a"), hit("b", "short")]), ("two", [hit("c"), hit("b", "a longer text")]),
        ])
        #expect(pages.map(\.hit.title) == ["b", "a", "c"])
        #expect(pages[0].upstreams == ["one", "two"])
        #expect(pages[0].hit.content == "a longer text")
        #expect(abs(pages[0].score - 2.0 / 62) < 1e-12)
    }

    @Test func countsAPageOncePerUpstream() {
        let again = SearchHit(title: "again", content: "", url: "http://www.example.test/a/#top")
        let pages = RankFusion.merge([("one", [hit("a"), again, hit("b")])])
        #expect(pages.map(\.hit.title) == ["a", "b"])
        #expect(pages[0].upstreams == ["one"])
        #expect(abs(pages[1].score - 1.0 / 62) < 1e-12, "a duplicate takes up no rank")
    }

    @Test func leavesOutInvalidAddresses() {
        let script = SearchHit(title: "x", content: "", url: "javascript:alert(1)")
        #expect(RankFusion.merge([("one", [script, hit("a")])]).map(\.hit.title) == ["a"])
        #expect(RankFusion.merge([]).isEmpty)
    }
}
