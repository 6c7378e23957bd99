import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct OAuthAddressTests {
    @Test(arguments: [
        ("https://H.example:443/a", "https://h.example", "/a"), ("http://h:80", "http://h", ""),
        ("http://h:8080/", "http://h:8080", "/"), ("HTTPS://[::1]:443/x?y=1", "https://[::1]", "/x"),
    ])
    func readsAddresses(text: String, origin: String, path: String) throws {
        let address = try #require(OAuthAddress(text))
        #expect(address.origin == origin)
        #expect(address.path == path)
        #expect(address.text == text)
    }

    @Test(arguments: [
        "", "h/path", "ftp://h/", "https://", "https://me@h/", "https://h/#f", "https://h\\evil/", "https://h/ a",
        "https://h:/",
        "https://h:0/", "https://h:65536/", "https://h:+1/", "https://a:b:c/", "https://[]/", "https://[::1/",
        "https://h%2e/",
        "https://日/", "https://h/\u{7F}", "https://" + String(repeating: "h", count: 2048),
    ])
    func refusesOtherTexts(text: String) { #expect(OAuthAddress(text) == nil) }

    @Test(arguments: [
        ("https://h", "https://h/.well-known/n"), ("https://h/", "https://h/.well-known/n"),
        ("https://h/a/b", "https://h/.well-known/n/a/b"), ("https://h/a/", "https://h/.well-known/n/a"),
    ])
    func insertsWellKnownNames(text: String, wellKnown: String) {
        #expect(OAuthAddress(text)?.wellKnown("n") == wellKnown)
    }

    @Test func appendsFields() {
        let fields = [("a", "1 &=ü"), ("b", "")]
        #expect(OAuthAddress("https://h/p")?.appending(query: fields) == "https://h/p?a=1%20%26%3D%C3%BC&b=")
        #expect(OAuthAddress("https://h/p?q=1")?.appending(query: fields) == "https://h/p?q=1&a=1%20%26%3D%C3%BC&b=")
        #expect(OAuthAddress("https://h/p?")?.appending(query: [("a", "1")]) == "https://h/p?a=1")
    }

    @Test(arguments: [
        ("https://h/", true), ("http://h/", false), ("http://localhost:3000/x", true), ("http://127.0.0.1/", true),
        ("http://[::1]:80/", true), ("http://localhost.evil.example/", false),
        ("http://127.0.0.1.evil.example/", false),
        ("http://plain.example/other", true), ("http://plain.example:81/", false),
    ])
    func secretsNeedTLS(text: String, isProtected: Bool) throws {
        let server = try #require(OAuthAddress("http://plain.example/mcp"))
        #expect(OAuthAddress(text)?.isProtected(besides: server) == isProtected)
    }

    @Test(
        arguments: [
            ("a=1&b=%C3%BC+x", ["a", "1", "b", "ü x"]), ("a", ["a", ""]), ("a=b=c", ["a", "b=c"]), ("", []), ("&&", []),
            ("a=%", nil), ("a=%4", nil), ("a=%4g", nil), ("a=%FF", nil), ("a=%+1", nil),
        ] as [(String, [String]?)]
    )
    func readsForms(text: String, values: [String]?) {
        #expect(FormBody.fields(text)?.flatMap { [$0.name, $0.value] } == values)
    }

    @Test func formsAreBounded() {
        #expect(FormBody.fields(String(repeating: "a&", count: 65)) == nil)
    }
}
