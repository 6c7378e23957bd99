/// The edges of a graph in one array, in which the edges of one state are contiguous; also used for other lists by
/// number.
struct StateEdges<Edge: Sendable>: Sendable {
    private var edges: [Edge] = []
    /// The index of the first edge of each state, and the end of the last one's.
    private var starts = [0]

    /// The number of states.
    var stateCount: Int { starts.count - 1 }

    /// Returns the numbers of the edges that leave a state.
    func range(of state: Int) -> Range<Int> { starts[state]..<starts[state + 1] }

    /// The edge with this number.
    subscript(_ number: Int) -> Edge { edges[number] }

    /// Lends all edges and the starts of each state's edges, for tight loops.
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
