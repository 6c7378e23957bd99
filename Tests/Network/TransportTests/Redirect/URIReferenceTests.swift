import SeededRandom
import Testing

@testable import Transport

@Suite struct URIReferenceTests {
    /// All examples of RFC 3986 §5.4.1 and §5.4.2.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]) func examplesOfTheSpecification(reference: String, expected: String) {
        let base = URIReference("http://a/b/c/d;p?q")
        #expect(URIReference(reference).resolved(against: base).description == expected)
    }

    @Test(arguments: [
        ("https://a.example", "b", "https://a.example/b"), ("https://a.example", "", "https://a.example"),
        ("https://a.example", "?x", "https://a.example?x"), ("https://a.example/", "b", "https://a.example/b"),
        ("https://a.example?x", "b?y", "https://a.example/b?y"),
        ("https://a.example/b/c", "//[::1]:8080/d", "https://[::1]:8080/d"),
        ("https://a.example/b", "1:2", "https://a.example/1:2"), ("https://a.example/b", "c:d", "c:d"),
        ("https://a.example/b?c#d", "#", "https://a.example/b?c#"),
        ("https://a.example/b?c", "?", "https://a.example/b?"),
        ("https://a.example/x/../y", "", "https://a.example/x/../y"),
        ("https://a.example/x//y/z", "..", "https://a.example/x//"),
        ("https://a.example/b", "http://u:p@c.example/../d", "http://u:p@c.example/d"),
        ("https://a.example/b/c", "/\u{301}d", "https://a.example/\u{301}d"),
        ("https://a.example/b/\u{301}c", "d", "https://a.example/b/d"),
        ("mailto:a", "b", "mailto:b"),
    ]) func others(base: String, reference: String, expected: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).description == expected)
    }

    /// Every text stays the same when it is divided and joined again.
    @Test func joiningThePartsRestoresTheText() {
        var generator = SeededGenerator(seed: 3)
        let pieces = ["http", ":", "/", "//", "?", "#", ".", "..", "@", "a", "[::1]", "%20", "é", "\u{301}", "8080"]
        let base = URIReference("https://a.example/b/c?d")
        var changed: [String] = []
        for _ in 0..<RandomRounds.count {
            let text = (0..<Int.random(in: 0...9, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let resolved = URIReference(text).resolved(against: base)
            if !URIReference(text).description.utf8.elementsEqual(text.utf8)
                || resolved.scheme == nil
                || resolved.resolved(against: base).scheme != resolved.scheme
            {
                changed.append(text)
            }
        }
        #expect(changed == [])
    }
}
