public import StreamingJSON

/// A query that selects parts of a JSON value: JSONPath as RFC 9535 defines it.
///
/// A query is parsed and checked once and can then be applied to any number of documents. Both are bounded by
/// ``Limits``, because queries and documents may be untrusted.
///
/// ```swift
/// let query = try JSONQuery(parsing: "$.items[?@.price < 10].name")
/// let names = try query.values(in: document)
/// ```
public struct JSONQuery: Sendable {
    /// The query as it was written.
    public let text: String

    /// The number of descendant segments (`..`) outside filters; two or more can select a node many times.
    public let descendantCount: Int

    /// The number of descendant segments (`..`) inside filters, where each can visit a whole subtree per tested node.
    public let filterDescendantCount: Int

    let limits: Limits
    let query: QueryExpression

    /// Reads and checks a query.
    ///
    /// - Throws: An error with the offset of the first fault.
    public init(parsing text: String, limits: Limits = Limits()) throws(JSONQueryError) {
        var parser = try QueryParser(text, limits: limits)
        query = try parser.wholeQuery()
        self.text = text
        self.limits = limits
        descendantCount = parser.descendantCount
        filterDescendantCount = parser.filterDescendantCount
    }

    /// Whether the query selects at most one node in any document, because it has only names and indexes.
    public var isSingular: Bool { query.isSingular }
}

// MARK: - Applying

extension JSONQuery {
    /// Returns the selected values, in the order of RFC 9535; members of objects are in the order of the document.
    ///
    /// A value that is selected twice is in the result twice.
    ///
    /// - Throws: An error without an offset if a limit is exceeded.
    public func values(in document: JSONValue) throws(JSONQueryError) -> [JSONValue] {
        var evaluator = QueryEvaluator(self, document: document, hasPaths: false)
        return try evaluator.run().map(\.value)
    }

    /// Returns the selected values with their paths, in the same order as ``values(in:)``.
    ///
    /// - Throws: An error without an offset if a limit is exceeded.
    public func nodes(in document: JSONValue) throws(JSONQueryError) -> [JSONQueryNode] {
        try measuredNodes(in: document).nodes
    }

    /// Returns the selected nodes and the number of steps that the evaluation needed.
    package func measuredNodes(
        in document: JSONValue
    ) throws(JSONQueryError) -> (nodes: [JSONQueryNode], steps: Int) {
        var evaluator = QueryEvaluator(self, document: document, hasPaths: true)
        let places = try evaluator.run()
        let paths = evaluator.paths
        return (places.map { JSONQueryNode(value: $0.value, paths: paths, index: $0.path) }, evaluator.budget.spent)
    }
}

extension JSONQuery: CustomStringConvertible {
    /// The query as it was written.
    public var description: String { text }
}
