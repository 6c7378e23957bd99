import ToolPhrases

/// A long output divided into pages.
///
/// A quotation (``UntrustedText``) that spans pages is closed at the end of one page and reopened on the next, so that text of others is
/// within fences on every page. Fences add to a page's length.
struct OutputPages: Sendable, Equatable {
    /// The number of pages kept of an output.
    static let mostPages = 16
    /// The minimum length of a page, which leaves room for a fence.
    static let shortestPage = 1000

    /// The pages; always more than one.
    let pages: [String]
    /// Whether the output was longer than all the pages.
    let isCut: Bool

    /// Divides an output; `nil` if it is within the budget.
    init?(_ text: String, budget: Int) {
        let length = max(budget, Self.shortestPage)
        // A scalar has at least one byte, so most outputs need no counting.
        let scalars = text.unicodeScalars
        guard text.utf8.count > length,
            scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex) != nil
        else { return nil }
        let most = scalars.index(scalars.startIndex, offsetBy: length * Self.mostPages, limitedBy: scalars.endIndex)
        let parts = TextParts(String(text[..<(most ?? text.endIndex)]), length: length).parts
        guard parts.count > 1 else { return nil }
        var fence: Fence?
        pages = parts.prefix(Self.mostPages).map { Self.page($0, &fence) }
        isCut = most.map { $0 < text.endIndex } ?? false || parts.count > Self.mostPages
    }

    /// The size of all pages in bytes.
    var byteCount: Int { pages.reduce(0) { $0 + $1.utf8.count } }

    /// Returns a part with the missing fences added.
    private static func page(_ part: Substring, _ fence: inout Fence?) -> String {
        let opening = fence.map { $0.opening + "\n" } ?? ""
        for line in part.split(separator: "\n") {
            if let open = fence {
                if line == open.closing { fence = nil }
            } else {
                fence = Fence(opening: line)
            }
        }
        return opening + part + (fence.map { "\n" + $0.closing } ?? "")
    }

    /// A quotation that is still open.
    private struct Fence {
        let opening: String
        let closing: String

        /// Reads the line at the start of a quotation; `nil` for any other line.
        init?(opening line: Substring) {
            guard line.hasPrefix(QuotationFence.beginning), line.hasSuffix(QuotationFence.close) else { return nil }
            let marker = line.dropFirst(QuotationFence.beginning.count).prefix(16)
            opening = String(line)
            closing = QuotationFence.ending + marker + QuotationFence.close
        }
    }
}
