import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct CanonicalURLTests {
    @Test(arguments: [
        ("https://example.test/a", "http://example.test/a"),
        ("https://example.test/a", "https://www.Example.TEST/a/"),
        ("https://example.test/a", "https://example.test:443/a#part"),
        ("https://example.test/a?x=1&y=2", "https://example.test/a?y=2&utm_source=mail&x=1&gclid=9"),
        ("https://example.test", "https://example.test/"),
        ("https://en.wikipedia.org/wiki/Tea", "https://en.m.wikipedia.org/wiki/Tea"),
        ("https://ja.wikipedia.org/wiki/鳥居", "https://ja.wikipedia.org/wiki/%e9%b3%a5%E5%B1%85"),
        ("https://example.test/%7Euser", "https://example.test/~user"),
    ])
    func addressesOfOnePageAreEqual(first: String, second: String) throws {
        #expect(try #require(CanonicalURL(first)) == #require(CanonicalURL(second)))
    }

    @Test(arguments: [
        ("https://example.test/a", "https://example.test/A"),
        ("https://example.test/a", "https://example.test/a?x=1"),
        ("https://example.test/a", "https://sub.example.test/a"),
        ("https://example.test/a%2Fb", "https://example.test/a/b"),
        ("https://example.test:8080/", "https://example.test/"),
    ])
    func addressesOfDifferentPagesDiffer(first: String, second: String) throws {
        #expect(try #require(CanonicalURL(first)) != #require(CanonicalURL(second)))
    }

    @Test(arguments: [
        "javascript:alert(1)", "ftp://example.test/", "/relative", "", "https://", "https://user@example.test/",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(CanonicalURL(text) == nil)
    }
}
