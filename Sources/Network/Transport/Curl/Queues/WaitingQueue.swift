/// A first-in, first-out queue from which any element is removed in constant time.
struct WaitingQueue<ID: Hashable> {
    /// The elements in order; a removed one is `nil`.
    private var places: [ID?] = []
    /// The number of each element, counted from the first one ever.
    private var numbers: [ID: Int] = [:]
    /// The number of elements that have left the front.
    private var served = 0
    /// The index of the front in `places`.
    private var front = 0

    /// An empty queue.
    init() {}

    var isEmpty: Bool { numbers.isEmpty }

    var count: Int { numbers.count }

    /// The number of stored places, removed elements included.
    var placeCount: Int { places.count - front }

    /// Appends an element, unless the queue contains it.
    mutating func append(_ id: ID) {
        guard numbers[id] == nil else { return }
        numbers[id] = served + placeCount
        places.append(id)
    }

    /// Removes an element; returns `false` when the queue does not contain it.
    @discardableResult
    mutating func remove(_ id: ID) -> Bool {
        guard let number = numbers.removeValue(forKey: id) else { return false }
        places[front + number - served] = nil
        compact()
        return true
    }

    /// Removes and returns the first element.
    mutating func popFirst() -> ID? {
        while front < places.count {
            let id = places[front]
            places[front] = nil
            front += 1
            served += 1
            guard let id else { continue }
            numbers[id] = nil
            compact()
            return id
        }
        return nil
    }

    /// Drops the places of removed elements once they are the majority.
    private mutating func compact() {
        guard places.count > 2 * numbers.count + 32 else { return }
        places = places[front...].filter { $0 != nil }
        front = 0
        served = 0
        for (index, id) in places.enumerated() {
            if let id { numbers[id] = index }
        }
    }
}
