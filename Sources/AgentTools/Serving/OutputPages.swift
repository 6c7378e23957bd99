import Phrasebook

/// An output that is too long to be given at once, in pages.
///
/// A quotation (``UntrustedText``) that a page ends in the middle of is closed there and opened again on the next: what others wrote
/// never stands outside of its fences, whichever page a model reads. Fences come on top of a page's length.
struct OutputPages: Sendable, Equatable {
    /// How many pages are kept of an output.
    static let mostPages = 16
    /// Shorter pages than this are not made, for a fence is to fit on one.
    static let shortestPage = 1000

    /// The pages; more than one.
    let pages: [String]
    /// Whether the output was longer than all of them.
    let isCut: Bool

    /// Cuts an output; `nil` when it is no longer than the budget.
    init?(_ text: String, budget: Int) {
        let length = max(budget, Self.shortestPage)
        // A scalar has at least one byte, so most outputs need not be counted.
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

    /// The bytes of all pages.
    var byteCount: Int { pages.reduce(0) { $0 + $1.utf8.count } }

    /// A part with the fences that it lacks.
    private static func page(_ part: Substring, _ fence: inout Fence?) -> String {
        let opening = fence.map { $0.beginning + "\n" } ?? ""
        for line in part.split(separator: "\n") {
            if let open = fence {
                if line == open.ending { fence = nil }
            } else {
                fence = Fence(beginning: line)
            }
        }
        return opening + part + (fence.map { "\n" + $0.ending } ?? "")
    }

    /// A quotation that has not ended.
    private struct Fence {
        let beginning: String
        let ending: String

        /// Reads the line before a quotation; `nil` for any other.
        init?(beginning line: Substring) {
            guard line.hasPrefix(QuotationFence.beginning), line.hasSuffix(QuotationFence.close) else { return nil }
            let marker = line.dropFirst(QuotationFence.beginning.count).prefix(16)
            beginning = String(line)
            ending = QuotationFence.ending + marker + QuotationFence.close
        }
    }
}
