/// Which members or elements of one value have been evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
struct EvaluatedChildren {
    private var hasAll = false
    private var marks: [Bool] = []

    /// Whether the child at a place has been evaluated.
    func contains(_ place: Int) -> Bool { hasAll || place < marks.count && marks[place] }

    /// Notes one child.
    mutating func insert(_ place: Int) {
        if hasAll { return }
        while marks.count <= place { marks.append(false) }
        marks[place] = true
    }

    /// Notes all children.
    mutating func insertAll() { hasAll = true }

    /// Notes what another schema has evaluated of the same value.
    mutating func formUnion(_ other: Self) {
        hasAll = hasAll || other.hasAll
        for (place, isMarked) in other.marks.enumerated() where isMarked { insert(place) }
    }
}
