public import StreamingJSON

/// A selected part of a document: its value and its place.
public struct JSONQueryNode: Sendable {
    /// The value.
    public let value: JSONValue

    let paths: PathTable
    let index: Int

    /// The path from the document to the value, computed at each call.
    public var path: JSONPath { paths.path(at: index) }

    /// The path as a query of RFC 9535 §2.7 that selects exactly this node, such as `$['items'][0]`.
    public var normalizedPath: String { path.normalized }
}

/// The places that an evaluation reached, each as a step from another place.
///
/// Nodes share the table, because a path per node would need memory for nodes times depth.
struct PathTable: Sendable {
    /// The index of the document itself.
    static let root = 0

    private var entries: [(parent: Int, step: JSONPath.Step)] = []

    /// Adds the child of a place and returns its index.
    mutating func append(_ step: JSONPath.Step, to parent: Int) -> Int {
        entries.append((parent, step))
        return entries.count
    }

    /// Returns the path from the document to a place.
    func path(at index: Int) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var index = index
        while index != Self.root {
            let entry = entries[index - 1]
            steps.append(entry.step)
            index = entry.parent
        }
        return JSONPath(steps.reversed())
    }
}
