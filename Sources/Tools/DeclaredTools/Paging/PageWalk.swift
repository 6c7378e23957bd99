import JSONQuery
import StreamingJSON
import ToolDeclarations

/// The decision which page follows.
struct PageWalk {
    /// The next request.
    enum Next: Equatable {
        /// The same request with this cursor, number or offset.
        case page(JSONValue)
        /// A GET request to this address, which may be relative.
        case url(String)
        /// None.
        case end
    }

    private let paging: Paging
    private var pages = 0
    private var count = 0
    private var seen: Set<String> = []

    private static let longestCursor = 8_192

    init(_ paging: Paging) { self.paging = paging }

    /// The value for the first request; `nil` for none.
    var first: JSONValue? {
        switch paging.kind {
        case .page(_, let first): .integer(first)
        case .offset: .integer(0)
        case .cursor, .url, .link: nil
        }
    }

    /// Returns what follows a page with a number of items.
    ///
    /// - Parameter links: The values of the page's `Link` fields.
    mutating func next(after items: Int, in value: JSONValue?, links: [String]) -> Next {
        pages += 1
        count += items
        guard pages < paging.most, items > 0 else { return .end }
        switch paging.kind {
        case .cursor(let query, _):
            guard let cursor = cursor(query, value), seen.insert(cursor.serialized()).inserted else { return .end }
            return .page(cursor)
        case .url(let query):
            guard let url = cursor(query, value)?.stringValue, seen.insert(url).inserted else { return .end }
            return .url(url)
        case .link:
            guard let url = LinkField(links).target(of: "next"), seen.insert(url).inserted else { return .end }
            return .url(url)
        case .page(_, let first): return .page(.integer(first + pages))
        case .offset(_, let size): return .page(.integer(size.map { $0 * pages } ?? count))
        }
    }

    private func cursor(_ query: JSONQuery, _ value: JSONValue?) -> JSONValue? {
        guard let found = value.flatMap({ try? query.values(in: $0) })?.first else { return nil }
        switch found {
        case .string(let text): return text.isEmpty || text.utf8.count > Self.longestCursor ? nil : found
        case .null, .bool, .array, .object: return nil
        default: return found
        }
    }
}
