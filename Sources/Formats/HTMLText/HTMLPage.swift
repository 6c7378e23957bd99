import StreamSafeText

/// The readable part of a web page: its title, its text without the frame around it, and the links in it.
///
/// Pages are untrusted. They are read within ``HTMLLimits``, nothing that they refer to is loaded, and only the entities
/// of HTML are expanded.
public struct HTMLPage: Sendable, Equatable {
    /// A link in the text.
    public struct Link: Sendable, Equatable {
        /// The words of the link.
        public var text: String
        /// The address it leads to, as the page writes it.
        public var target: String

        /// Makes a link.
        public init(text: String, target: String) {
            self.text = text
            self.target = target
        }
    }

    /// The title; empty if there is none.
    public var title: String
    /// The text: one line per paragraph, headings with `#`, list items with `-`, table cells separated by `|`.
    public var text: String
    /// The links within the text, in order.
    public var links: [Link]
    /// The base address for relative links, if the page sets one.
    public var base: String?
    /// The encoding with which the page was read.
    public var encoding: TextEncoding
    /// Whether a limit excluded a part of the page.
    public var isCut: Bool

    /// Reads a page.
    ///
    /// - Parameter declaredEncoding: The `charset` of the `Content-Type`, if it has one.
    public init(_ bytes: [UInt8], declaredEncoding: String? = nil, limits: HTMLLimits = .init()) {
        let kept = bytes.count > limits.bytes ? Array(bytes.prefix(limits.bytes)) : bytes
        encoding = TextEncoding.detected(in: kept, declared: declaredEncoding, readsMeta: true)
        let tree = HTMLTreeParser.tree(
            of: encoding.utf8(of: kept),
            limits: limits,
            isCut: kept.count < bytes.count
        )
        let unread = tree.unread
        let root = MainContent(tree, unread: unread).root
        text = HTMLTextWriter.text(of: tree, in: root, leavingOut: unread)
        title = Self.title(of: tree)
        links = tree.elements(in: root) { $0.name == "a" && $0.attributes["href"]?.isEmpty == false }
            .filter { !unread[$0] }
            .map { Link(text: tree.rawText(of: $0), target: tree.nodes[$0].attributes["href"] ?? "") }
        base = tree.elements { $0.name == "base" }.lazy.compactMap { tree.nodes[$0].attributes["href"] }.first
        isCut = tree.isCut
    }

    private static func title(of tree: HTMLTree) -> String {
        let named = tree.elements { $0.name == "title" } + tree.elements { $0.name == "h1" }
        return named.lazy.map { tree.rawText(of: $0) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the text of a piece of HTML, such as an extract with marked words in it, on one line.
    public static func plainText(ofFragment html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return html.streamSafe.singleSpaced
        }
        let limits = HTMLLimits(bytes: 64 * 1024, nodes: 5000)
        let tree = HTMLTreeParser.tree(of: Array(html.utf8.prefix(limits.bytes)), limits: limits)
        return HTMLTextWriter.text(of: tree, in: 0, leavingOut: tree.unread).singleSpaced
    }
}
