/// Knows whose time is up first, and forgets lazily what has changed meanwhile.
///
/// A deadline that moves to a later moment needs no call: the owner is handed out at the earlier moment, looks at its real
/// deadline, and comes back with it. So a stream that gets a thousand pieces between two moments costs nothing here.
struct DeadlineQueue<ID: Hashable> {
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        var at: Instant
        var id: ID
    }

    /// A binary heap, the earliest moment first; some entries are no longer valid.
    private var heap: [Entry] = []
    /// The one valid entry of each owner.
    private var valid: [ID: Instant] = [:]

    /// How many owners have a deadline.
    var count: Int { valid.count }

    /// How many entries are held, valid or not.
    var entryCount: Int { heap.count }

    /// The next moment at which something may be due; `nil` when there is none.
    var next: Instant? { heap.first?.at }

    /// Sees to it that an owner is handed out at a moment, or before it.
    mutating func set(_ id: ID, at instant: Instant) {
        if let current = valid[id], current <= instant { return }
        valid[id] = instant
        push(Entry(at: instant, id: id))
        forgetInvalid()
    }

    /// Hands an owner out no more.
    mutating func remove(_ id: ID) {
        guard valid.removeValue(forKey: id) != nil else { return }
        forgetInvalid()
    }

    /// Hands out one owner whose moment has come, and forgets its entry.
    mutating func popDue(at now: Instant) -> ID? {
        while let first = heap.first, first.at <= now {
            pop()
            guard valid[first.id] == first.at else { continue }
            valid[first.id] = nil
            return first.id
        }
        return nil
    }

    /// Rebuilds the heap once most of it is of no use, so that its size stays in proportion to the owners.
    private mutating func forgetInvalid() {
        guard heap.count > 2 * valid.count + 64 else { return }
        heap = valid.map { Entry(at: $0.value, id: $0.key) }
        // A sorted array is a heap.
        heap.sort { $0.at < $1.at }
    }
}

// MARK: The heap

extension DeadlineQueue {
    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].at < heap[parent].at else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var earliest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].at < heap[earliest].at {
                earliest = child
            }
            guard earliest != parent else { return }
            heap.swapAt(parent, earliest)
            parent = earliest
        }
    }
}
