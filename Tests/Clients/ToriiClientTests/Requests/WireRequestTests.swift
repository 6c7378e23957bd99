import Testing

@testable import ToriiClient

@Suite struct WireRequestTests {
    @Test(
        arguments: [
            (["v1", "runs"], [], "/v1/runs"),
            (["v1", "tools", "連絡先/?#"], [], "/v1/tools/%E9%80%A3%E7%B5%A1%E5%85%88%2F%3F%23"),
            (["v1", "runs", ".."], [], "/v1/runs/.."),
            (["v1", "x"], [("q", "a&b=c +%"), ("cursor", nil)], "/v1/x?q=a%26b%3Dc%20%2B%25"),
            (["v1", "x"], [("q", ""), ("z", "é")], "/v1/x?q=&z=%C3%A9"),
        ] as [([String], [(String, String?)], String)]
    )
    func targets(segments: [String], query: [(String, String?)], target: String) {
        #expect(WireRequest("GET", segments, query: query).target == target)
    }

    @Test func aHeaderWithoutAValueIsNotSent() {
        let request = WireRequest("GET", ["v1"]).adding("Last-Event-ID", nil).adding("Prefer", "respond-async")
            .streaming
        #expect(request.headers == [ExchangeField("Prefer", "respond-async")])
        #expect(request.accept == "text/event-stream")
    }
}
