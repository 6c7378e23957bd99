import HTMLText
import StreamSafeText
import Testing

@Suite struct HTMLStreamSafetyTests {
    private static let marks = String(repeating: "\u{301}\u{316}", count: 100)

    @Test(
        arguments: [
            "<p>x\(marks)</p>", "<p>x" + String(repeating: "<b>\u{301}</b>", count: 200) + "</p>",
            "<title>t\(marks)</title><h1>h\(marks)</h1>", "<pre>x\(marks)\n\(marks)</pre>",
            "<a href=\"/\(marks)\">l\(marks)</a>", "<p>x" + String(repeating: "&#769;&#790;", count: 100) + "</p>",
            "<td>\(marks)</td><td>\(marks)</td>", "<\(marks)>x", "<base href=\"\(marks)\">x",
        ]
    )
    func pagesAreStreamSafe(html: String) {
        let page = HTMLPage(Array(html.utf8))
        #expect(page.text.isStreamSafe)
        #expect(page.title.isStreamSafe)
        #expect(page.links.allSatisfy { $0.text.isStreamSafe && $0.target.isStreamSafe })
        #expect(page.base?.isStreamSafe ?? true)
        #expect(HTMLPage.plainText(ofFragment: html).isStreamSafe)
    }

    @Test func nothingIsLost() {
        let page = HTMLPage(Array("<p>x\(Self.marks)</p>".utf8))
        #expect(page.text.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual("x\(Self.marks)".unicodeScalars))
    }

    /// Pages of one huge character: without the joiners, and without looking at scalars from the end, these need hours.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "x\u{301}\u{316}", "\u{1F1E6}", "\u{200D}", "<i>\u{301}</i>", "<i>\u{1F1E6}</i> ", "\u{600}", "\u{FE0F} ",
        ]
    )
    func pagesOfOneCharacterAreReadInLinearTime(piece: String) {
        let html = "<p>" + String(repeating: piece, count: 1_000_000 / piece.utf8.count) + "</p>"
        let page = HTMLPage(Array(html.utf8))
        #expect(page.text.isStreamSafe)
        #expect(page.text != "x")
    }
}
