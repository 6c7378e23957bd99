import AgentWire

/// The numbers of a run's items, which count from 0.
struct ItemNumbers {
    /// The number of the next item.
    private var count: Int
    /// The numbers of calls, by the model's ids; for an id that is used again, the latest.
    private var calls: [String: Int] = [:]

    /// Makes the numbers of a run that has this number of items.
    init(count: Int = 0) { self.count = count }

    /// Returns the number of a new item.
    mutating func add() -> Int {
        defer { count += 1 }
        return count
    }

    /// Returns the number of a new call.
    mutating func add(call id: String) -> Int {
        let number = add()
        calls[id] = number
        return number
    }

    /// Restores the number of a call of an earlier process, which may have been killed before it emitted the item.
    mutating func restore(call id: String, item: Int) {
        calls[id] = item
        count = max(count, item + 1)
    }

    /// Returns the number of a call.
    func number(of call: String) -> Int { calls[call] ?? RunItem.unnumbered }
}
