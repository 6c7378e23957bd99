/// A queue of deadlines, the earliest first, that removes outdated entries late.
///
/// A deadline that moves to a later time needs no call: the queue returns its owner at the earlier time, and the owner reads its
/// current deadline and sets it again. So a stream that receives a thousand pieces between two times costs nothing here.
struct DeadlineQueue<ID: Hashable> {
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        var at: Instant
        var id: ID
    }

    /// A binary heap with the earliest time first; some entries are no longer valid.
    private var heap: [Entry] = []
    /// The valid entry of each owner.
    private var valid: [ID: Instant] = [:]

    /// The number of owners that have a deadline.
    var count: Int { valid.count }

    /// The number of entries, valid or not.
    var entryCount: Int { heap.count }

    /// The next time at which an owner may be due; `nil` when there is none.
    var next: Instant? { heap.first?.at }

    /// Makes the queue return an owner at a time, or before it.
    mutating func set(_ id: ID, at instant: Instant) {
        if let current = valid[id], current <= instant { return }
        valid[id] = instant
        push(Entry(at: instant, id: id))
        forgetInvalid()
    }

    /// Removes an owner.
    mutating func remove(_ id: ID) {
        guard valid.removeValue(forKey: id) != nil else { return }
        forgetInvalid()
    }

    /// Removes and returns one owner that is due.
    mutating func popDue(at now: Instant) -> ID? {
        while let first = heap.first, first.at <= now {
            pop()
            guard valid[first.id] == first.at else { continue }
            valid[first.id] = nil
            return first.id
        }
        return nil
    }

    /// Rebuilds the heap when most entries are invalid, so that its size stays in proportion to the number of owners.
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
