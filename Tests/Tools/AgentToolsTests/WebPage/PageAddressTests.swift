import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct PageAddressTests {
    @Test(arguments: [
        ("https://example.test/a?b=c#d", "https://example.test/a?b=c"),
        ("  <http://example.test>\n", "http://example.test"),
        ("example.test/path", "https://example.test/path"), ("example.test:8443/x", "https://example.test:8443/x"),
        ("//example.test/x", "https://example.test/x"),
        ("「https://example.test/鳥居」", "https://example.test/%E9%B3%A5%E5%B1%85"),
        ("https://example.test/a b", "https://example.test/a%20b"), ("HTTPS://example.test", "HTTPS://example.test"),
    ])
    func readsAddresses(text: String, url: String) throws {
        #expect(try PageAddress(text).url == url)
    }

    @Test(
        arguments: [
            ("", .empty), (" <> ", .empty), ("#top", .empty), ("file:///etc/passwd", .scheme("file")),
            ("FILE:///etc/passwd", .scheme("file")), ("javascript:alert(1)", .scheme("javascript")),
            ("data:text/html,x", .scheme("data")), ("ftp://example.test", .scheme("ftp")),
            ("gopher://x", .scheme("gopher")),
            ("mailto:a@example.test", .scheme("mailto")), ("https:///path", .noHost), ("https://", .noHost),
            ("https:x", .noHost),
        ] as [(String, PageAddress.Fault)]
    )
    func refusesOtherAddresses(text: String, fault: PageAddress.Fault) {
        #expect(throws: fault) { try PageAddress(text) }
    }

    @Test(
        arguments: [
            ("text/html; charset=utf-8", "text/html", "utf-8"),
            ("TEXT/Plain;format=flowed; CharSet=\"x\"", "text/plain", "\"x\""),
            (nil, "", nil), ("", "", nil), (";charset=x", "charset=x", nil),
        ] as [(String?, String, String?)]
    )
    func readsContentTypes(header: String?, type: String, charset: String?) {
        #expect(ContentType(header).mediaType == type)
        #expect(ContentType(header).charset == charset)
    }

    @Test(arguments: [
        ("", ["" as Substring]), ("abc", ["abc"]), ("aaaa bbbb cccc", ["aaaa bbbb", "cccc"]),
        ("aaaaaaa\nbb cc\ndd", ["aaaaaaa", "bb cc\ndd"]), ("abcdefghijklmno", ["abcdefghij", "klmno"]),
    ])
    func cutsLongTexts(text: String, parts: [Substring]) {
        #expect(TextParts(text, length: 10).parts == parts)
    }
}
