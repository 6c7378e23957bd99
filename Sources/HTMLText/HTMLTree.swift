import StreamSafeText

/// A parsed page: its elements and texts in the order of the document.
///
/// The descendants of a node are the nodes behind it up to ``Node/end``, so that a whole tree is one array, and sums over
/// a part of it are differences.
struct HTMLTree: Sendable {
    /// An element or a piece of text.
    struct Node: Sendable {
        /// The element's name in lower case; empty for a piece of text.
        var name = ""
        var text = ""
        var attributes: [String: String] = [:]
        var parent: Int
        /// The index behind the last descendant.
        var end: Int

        var isText: Bool { name.isEmpty }
    }

    /// The nodes; the first stands for the document.
    var nodes = [Node(name: "#document", parent: 0, end: 1)]
    /// Whether a limit has kept something out.
    var isCut = false

    /// The elements within a node, itself included, that satisfy a condition.
    func elements(in root: Int = 0, where condition: (Node) -> Bool) -> [Int] {
        (root..<nodes[root].end).filter { !nodes[$0].isText && condition(nodes[$0]) }
    }

    /// All text within a node as it stands, white space made single.
    func rawText(of root: Int) -> String {
        // A run of marks may go on from one text to the next.
        nodes[root..<nodes[root].end].lazy.filter(\.isText).map(\.text).joined().streamSafe.singleSpaced
    }
}
