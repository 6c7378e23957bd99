import Secrets
import Testing
import Transport

@Suite struct HTTPHeadersTests {
    @Test func namesIgnoreCaseAndKeepTheirOrder() {
        var headers: HTTPHeaders = ["Content-Type": "a/b", "X": "1", "x": "2"]
        #expect(headers["content-type"] == "a/b")
        #expect(headers.values(of: "X") == ["1", "2"])
        headers["X"] = "3"
        #expect(headers.values(of: "x") == ["3"])
        headers["content-TYPE"] = nil
        #expect(headers.fields.map(\.name) == ["X"])
        #expect(headers["missing"] == nil)
        #expect(!headers.contains("missing"))
    }

    @Test func secretsAreNotPrinted() {
        let headers: HTTPHeaders = ["Authorization": .secret(SecretString("sk-very-secret"), prefix: "Bearer ")]
        #expect(headers["Authorization"] == nil)
        #expect(headers.contains("authorization"))
        #expect(headers.description == "Authorization: Bearer ••••")
        var dumped = ""
        dump(HTTPRequest(.get, "http://example.test", headers: headers), to: &dumped)
        #expect(!dumped.contains("very-secret"))
        #expect(!"\(headers)\(String(reflecting: headers))".contains("very-secret"))
    }

    @Test(arguments: [
        ("https://a.test/v1", "/search", "https://a.test/v1/search"),
        ("https://a.test/v1/", "search", "https://a.test/v1/search"),
        ("https://a.test/v1/", "/search", "https://a.test/v1/search"),
        ("https://a.test", "", "https://a.test"),
        ("https://a.test", "/a b/100%?#é", "https://a.test/a%20b/100%25%3F%23%C3%A9"),
        ("https://a.test", "/models/x:stream", "https://a.test/models/x:stream"),
    ]) func paths(base: String, path: String, url: String) {
        #expect(HTTPRequest.url(base, path) == url)
    }

    @Test func queriesAreEncodedInOrder() {
        let query = [("q", "京都 紅葉"), ("a&b", "1=2+3/4"), ("empty", ""), ("safe", "-._~")]
        let url = HTTPRequest.url("https://a.test", "/s", query: query)
        #expect(
            url == "https://a.test/s?q=%E4%BA%AC%E9%83%BD%20%E7%B4%85%E8%91%89&a%26b=1%3D2%2B3%2F4&empty=&safe=-._~"
        )
    }
}
