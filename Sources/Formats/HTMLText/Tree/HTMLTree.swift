import StreamSafeText

/// A parsed page: its elements and texts in the order of the document.
///
/// The descendants of a node are the nodes after it up to ``Node/end``. So a whole tree is one array, and sums over a
/// part of it are differences.
struct HTMLTree: Sendable {
    /// An element or a piece of text.
    struct Node: Sendable {
        /// The element's name in lower case; empty for a piece of text.
        var name = ""
        var text = ""
        var attributes: [String: String] = [:]
        var parent: Int
        /// The index after the last descendant.
        var end: Int

        var isText: Bool { name.isEmpty }
    }

    /// The nodes; the first represents the document.
    var nodes = [Node(name: "#document", parent: 0, end: 1)]
    /// Whether a limit excluded a part of the page.
    var isCut = false

    /// Returns the elements within a node, the node included, that satisfy a condition.
    func elements(in root: Int = 0, where condition: (Node) -> Bool) -> [Int] {
        (root..<nodes[root].end).filter { !nodes[$0].isText && condition(nodes[$0]) }
    }

    /// Returns all text within a node, hidden text included, with white space collapsed.
    func rawText(of root: Int) -> String {
        // A run of marks may continue from one text to the next.
        nodes[root..<nodes[root].end].lazy.filter(\.isText).map(\.text).joined().streamSafe.singleSpaced
    }
}
