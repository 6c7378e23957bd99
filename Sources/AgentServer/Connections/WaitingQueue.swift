/// A queue from which any element can be removed.
///
/// Each operation has constant cost.
struct WaitingQueue<Element: Hashable> {
    private struct Neighbors {
        var previous: Element?
        var next: Element?
    }

    private var neighbors: [Element: Neighbors] = [:]
    private(set) var first: Element?
    private var last: Element?

    var isEmpty: Bool { neighbors.isEmpty }
    var count: Int { neighbors.count }

    /// Adds an element at the end, unless it is in the queue.
    mutating func append(_ element: Element) {
        guard neighbors[element] == nil else { return }
        neighbors[element] = Neighbors(previous: last)
        if let last { neighbors[last]?.next = element } else { first = element }
        last = element
    }

    /// Removes an element, if it is in the queue.
    mutating func remove(_ element: Element) {
        guard let found = neighbors.removeValue(forKey: element) else { return }
        if let previous = found.previous { neighbors[previous]?.next = found.next } else { first = found.next }
        if let next = found.next { neighbors[next]?.previous = found.previous } else { last = found.previous }
    }
}
