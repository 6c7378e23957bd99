/// Edges of a graph one after the other, so that those of a state are a piece of one array; or other lists by number.
struct StateEdges<Edge: Sendable>: Sendable {
    private var edges: [Edge] = []
    /// Where the edges of each state begin, and where those of the last one end.
    private var starts = [0]

    /// How many states there are.
    var stateCount: Int { starts.count - 1 }

    /// The numbers of the edges that leave a state.
    func range(of state: Int) -> Range<Int> { starts[state]..<starts[state + 1] }

    /// The edge with this number.
    subscript(_ number: Int) -> Edge { edges[number] }

    /// All edges, and where those of each state begin and the last ones end, for loops that run often.
    @inline(__always)
    func withPointers<Result>(
        _ body: (_ edges: UnsafeBufferPointer<Edge>, _ starts: UnsafeBufferPointer<Int>) -> Result
    ) -> Result {
        edges.withUnsafeBufferPointer { edges in starts.withUnsafeBufferPointer { body(edges, $0) } }
    }

    /// Adds a state with the edges that leave it.
    mutating func add(_ edges: [Edge]) {
        self.edges += edges
        starts.append(self.edges.count)
    }
}
