/// First come, first served; who leaves the line early does so in no time, wherever it stands.
struct WaitingLine<ID: Hashable> {
    /// `nil` is a place that was left.
    private var places: [ID?] = []
    /// Where each one stands, counted from the first one ever.
    private var numbers: [ID: Int] = [:]
    /// How many have left the front of the line.
    private var served = 0
    /// The index in `places` of the front of the line.
    private var front = 0

    /// Nobody.
    init() {}

    var isEmpty: Bool { numbers.isEmpty }

    var count: Int { numbers.count }

    /// How many places are held, left or not.
    var placeCount: Int { places.count - front }

    /// Goes to the end of the line, unless it stands in it already.
    mutating func append(_ id: ID) {
        guard numbers[id] == nil else { return }
        numbers[id] = served + placeCount
        places.append(id)
    }

    /// Leaves the line; `false` when it did not stand there.
    @discardableResult
    mutating func remove(_ id: ID) -> Bool {
        guard let number = numbers.removeValue(forKey: id) else { return false }
        places[front + number - served] = nil
        closeUp()
        return true
    }

    /// The one who has waited longest.
    mutating func popFirst() -> ID? {
        while front < places.count {
            let id = places[front]
            places[front] = nil
            front += 1
            served += 1
            guard let id else { continue }
            numbers[id] = nil
            closeUp()
            return id
        }
        return nil
    }

    /// Gives places that were left back once they are the greater part.
    private mutating func closeUp() {
        guard places.count > 2 * numbers.count + 32 else { return }
        places = places[front...].filter { $0 != nil }
        front = 0
        served = 0
        for (index, id) in places.enumerated() {
            if let id { numbers[id] = index }
        }
    }
}
