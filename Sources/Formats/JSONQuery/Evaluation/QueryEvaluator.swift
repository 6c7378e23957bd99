import StreamingJSON

/// One application of a query to one document.
///
/// Nodes are visited with a list of open nodes and not by recursion, because documents may be nested deeply. Only
/// filters recurse, whose nesting the parser limits.
struct QueryEvaluator {
    /// A selected node: its value, and the index of its path if paths are wanted.
    struct Place {
        let value: JSONValue
        let path: Int
    }

    /// The nodes that one segment selects.
    struct Selection {
        var places: [Place] = []
        /// The number of nodes after which more are not needed.
        let bound: Int
        /// Whether the nodes need paths; those in filters do not.
        let hasPaths: Bool

        var isFull: Bool { places.count >= bound }
    }

    let document: JSONValue
    let limits: JSONQuery.Limits
    var budget: StepBudget
    var paths = PathTable()
    /// The results of the absolute queries in filters, by the numbers of the queries; each is evaluated once.
    var absoluteResults: [Int: [JSONValue]] = [:]
    /// The last pattern of each call of `match` or `search` whose pattern is in the document.
    var patterns: [Int: (source: String, pattern: QueryPattern)] = [:]

    private let query: QueryExpression
    private let hasPaths: Bool

    init(_ query: JSONQuery, document: JSONValue, hasPaths: Bool) {
        self.query = query.query
        self.document = document
        self.hasPaths = hasPaths
        limits = query.limits
        budget = StepBudget(limits: query.limits, document: document)
    }

    /// Returns the nodes of the whole query.
    mutating func run() throws(JSONQueryError) -> [Place] {
        let start = Place(value: document, path: PathTable.root)
        // One more than allowed is enough to know that there are too many.
        let bound = limits.results < .max ? limits.results + 1 : limits.results
        let places = try places(of: query, from: start, atMost: bound, hasPaths: hasPaths)
        if places.count > limits.results { throw .tooManyResults(limit: limits.results) }
        return places
    }

    /// Returns the first nodes of a query.
    mutating func places(
        of query: QueryExpression,
        from start: Place,
        atMost bound: Int,
        hasPaths: Bool
    ) throws(JSONQueryError) -> [Place] {
        var places = [start]
        for (index, segment) in query.segments.enumerated() {
            let isLast = index == query.segments.count - 1
            var selection = Selection(bound: isLast ? bound : .max, hasPaths: hasPaths)
            for place in places {
                if segment.isDescendant {
                    try descend(segment.selectors, from: place, into: &selection)
                } else {
                    try select(segment.selectors, from: place, into: &selection)
                }
                if selection.isFull { break }
            }
            places = selection.places
        }
        return places
    }

    /// Applies selectors to a node and to all its descendants, parents first.
    private mutating func descend(
        _ selectors: [QuerySelector],
        from start: Place,
        into selection: inout Selection
    ) throws(JSONQueryError) {
        var open = [start]
        while let place = open.popLast() {
            try select(selectors, from: place, into: &selection)
            if selection.isFull { return }
            // The last in the list is visited first. Only containers have children that could be selected.
            switch place.value {
            case .array(let elements):
                try budget.spend(elements.count)
                for index in elements.indices.reversed() where elements[index].isContainer {
                    open.append(child(elements[index], .index(index), of: place, in: selection))
                }
            case .object(let members):
                try budget.spend(members.count)
                for (name, value) in members.reversed() where value.isContainer {
                    open.append(child(value, .name(name), of: place, in: selection))
                }
            default: break
            }
        }
    }

    /// Returns a child of a node as a place.
    @inline(__always)
    mutating func child(
        _ value: JSONValue,
        _ step: @autoclosure () -> JSONPath.Step,
        of parent: Place,
        in selection: Selection
    ) -> Place {
        Place(value: value, path: selection.hasPaths ? paths.append(step(), to: parent.path) : PathTable.root)
    }
}
