import HTMLText
import Testing

/// Pages designed to be expensive: each is read within the limits, and is marked as cut if a limit was reached.
@Suite(.timeLimit(.minutes(3))) struct HTMLBombTests {
    private func page(_ html: String, limits: HTMLLimits = .init()) -> HTMLPage {
        HTMLPage(Array(html.utf8), limits: limits)
    }

    @Test(arguments: ["<div>", "<b>", "<table><tr><td>", "<ul><li>", "<font>", "<x-y>"])
    func deepNestingEnds(tag: String) {
        let page = page("<p>before</p>" + String(repeating: tag, count: 20_000) + "deep")
        #expect(page.isCut && page.text.contains("before") && !page.text.contains("deep"))
    }

    @Test func textBelowTheDepthLimitIsKept() {
        let page = page(
            String(repeating: "<div>", count: 400) + "deep" + String(repeating: "</div>", count: 400) + "after"
        )
        #expect(page.isCut && page.text == "deep\nafter")
    }

    @Test func endTagsWithoutAStartAreCheap() {
        let nested = "<x>" + String(repeating: "<div>", count: 400)
        #expect(page(nested + String(repeating: "</x>", count: 20_000) + "end").text == "end")
        #expect(page(nested + String(repeating: "</y>", count: 20_000) + "end").text == "end")
    }

    @Test func hugeAttributesAreLeftOut() {
        let huge = String(repeating: "A", count: 500_000)
        let page = page("<p>before</p><a href='\(huge)' \(huge)=1>link</a>", limits: .init(attributeBytes: 100))
        #expect(page.text.contains("before"))
        #expect(page.links.allSatisfy { $0.target.utf8.count <= 100 })
    }

    @Test func manyAttributesDoNotGrow() {
        let attributes = (0..<20_000).map { "a\($0)=1" }.joined(separator: " ")
        #expect(page("<p \(attributes)>text</p>").text == "text")
    }

    @Test(arguments: ["<!--", "<script>", "<title>", "<p a='", "<textarea>", "</p ", "<![CDATA[", "&"])
    func unclosedConstructsAreReadOnce(opening: String) {
        #expect(page("<p>before</p>" + String(repeating: opening, count: 20_000)).text.hasPrefix("before"))
    }

    @Test func manyNodesEnd() {
        let page = page("<p>first</p>" + String(repeating: "<br>", count: 220_000) + "last")
        #expect(page.isCut && page.text == "first")
    }

    @Test func entitiesDeclaredByAPageAreIgnored() {
        var html = "<!DOCTYPE html [ <!ENTITY a \"xxxxxxxxxx\"> "
        for letter in "bcdefghij" { html += "<!ENTITY \(letter) \"\(String(repeating: "&a;", count: 10))\"> " }
        let page = page(html + "]><p>&j; &file;</p>")
        #expect(!page.text.contains("xxxx") && page.text.utf8.count < 2000)
    }

    @Test func externalEntitiesAreNotLoaded() {
        let page = page("<!DOCTYPE html [ <!ENTITY f SYSTEM \"file:///etc/passwd\"> ]><p>a &f; b</p>")
        #expect(!page.text.contains("root:"))
    }

    @Test func bytesBeyondTheLimitAreLeftOut() {
        let page = page(String(repeating: "<p>0123456789</p>\n", count: 200_000), limits: .init(bytes: 1000))
        #expect(page.isCut && page.text.utf8.count < 1000 && page.text.hasPrefix("0123456789"))
    }

    @Test func zeroBytesAreLeftOut() {
        #expect(page("<p>a\0b</p><p>c</p>").text == "ab\n\nc")
    }

    @Test func anyBytesAreRead() {
        var generator = SplitMix(state: 7)
        for _ in 0..<300 {
            let pieces = [
                "<", ">", "&", "<p", "</", "<!--", "-->", "<![CDATA[", "\"", "'", "=", "é", "日", "\u{0}", "#x", ";",
            ]
            let html = (0..<200).flatMap { _ -> [UInt8] in
                Bool.random(using: &generator)
                    ? Array(pieces.randomElement(using: &generator)!.utf8)
                    : [UInt8.random(in: 0...255, using: &generator)]
            }
            _ = HTMLPage(html)
            _ = HTMLPage.plainText(ofFragment: String(decoding: html, as: UTF8.self))
        }
    }
}

/// Random numbers that are the same on each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
