import HTMLText
import StreamSafeText
import Transport

/// A page of the web as text.
struct WebPage: Sendable, Equatable {
    /// Where it was found in the end, after redirects.
    var url: String
    /// Its title; empty where it has none.
    var title: String
    /// Its text.
    var text: String
    /// The links in its text: web addresses only, each once.
    var links: [HTMLPage.Link]
    /// Whether the page is longer than what was read.
    var isCut: Bool

    /// In scalars.
    private static let longestText = 200_000
    private static let mostLinks = 40

    /// Reads what a server sent; `nil` when it is no text.
    init?(_ bytes: [UInt8], contentType: String?, url: String, isCut: Bool) {
        self.url = url
        let type = ContentType(contentType)
        switch type.kind(sniffing: bytes) {
        case .html:
            let page = HTMLPage(bytes, declaredEncoding: type.charset)
            title = page.title
            text = page.text
            links = Self.links(of: page, at: url)
            self.isCut = isCut || page.isCut
        case .text:
            title = ""
            text =
                TextEncoding.detected(in: bytes, declared: type.charset, readsMeta: false).text(of: bytes)
                .streamSafe
            links = []
            self.isCut = isCut
        case .other: return nil
        }
        let scalars = text.unicodeScalars
        if text.utf8.count > Self.longestText, scalars.count > Self.longestText {
            text = String(scalars.prefix(Self.longestText))
            self.isCut = true
        }
    }

    private static func links(of page: HTMLPage, at url: String) -> [HTMLPage.Link] {
        let base = page.base.map { HTTPRequest.url($0, relativeTo: url) } ?? url
        var seen: Set<CanonicalURL> = []
        var links: [HTMLPage.Link] = []
        for link in page.links where links.count < mostLinks && !link.target.hasPrefix("#") {
            guard let target = try? WebAddress(HTTPRequest.url(link.target, relativeTo: base)).url,
                let canonical = CanonicalURL(target), seen.insert(canonical).inserted
            else { continue }
            links.append(.init(text: link.text, target: target))
        }
        return links
    }
}
