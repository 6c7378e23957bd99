/// The quantities of several outputs in order, equal ones grouped.
struct Ranking: Equatable, Sendable {
    struct Place: Equatable, Sendable {
        var names: [String]
        var quantity: Quantity
    }

    private(set) var places: [Place] = []

    init(_ entries: [(name: String, quantity: Quantity)], pick: Comparison.Pick) {
        let sorted = entries.sorted { left, right in
            switch pick {
            case .highest: left.quantity.value > right.quantity.value
            case .lowest: left.quantity.value < right.quantity.value
            }
        }
        for entry in sorted {
            if let last = places.last, last.quantity.value == entry.quantity.value {
                places[places.count - 1].names.append(entry.name)
            } else {
                places.append(Place(names: [entry.name], quantity: entry.quantity))
            }
        }
    }
}
