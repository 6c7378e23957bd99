import HTMLText
import StreamSafeText
import Transport

/// A web page as text.
struct FetchedPage: Sendable, Equatable {
    /// The final address, after redirects.
    var url: String
    /// The title; empty if there is none.
    var title: String
    /// The text.
    var text: String
    /// The links in the text: web addresses only, without duplicates.
    var links: [HTMLPage.Link]
    /// Whether the page is longer than the part that was read.
    var isCut: Bool

    /// The length limit of the text, in scalars.
    private static let longestText = 200_000
    private static let mostLinks = 40

    /// Reads a body; `nil` if it is not text.
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
            guard let target = try? PageAddress(HTTPRequest.url(link.target, relativeTo: base)).url,
                let canonical = CanonicalURL(target), seen.insert(canonical).inserted
            else { continue }
            links.append(.init(text: link.text, target: target))
        }
        return links
    }
}
