/// The members or elements of one value that have been evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
struct EvaluatedChildren {
    private var hasAll = false
    private var marks: [Bool] = []

    /// Returns whether the child at an index has been evaluated.
    func contains(_ place: Int) -> Bool { hasAll || place < marks.count && marks[place] }

    /// Marks one child as evaluated.
    mutating func insert(_ place: Int) {
        if hasAll { return }
        while marks.count <= place { marks.append(false) }
        marks[place] = true
    }

    /// Marks all children as evaluated.
    mutating func insertAll() { hasAll = true }

    /// Marks the children that another schema has evaluated of the same value.
    mutating func formUnion(_ other: Self) {
        hasAll = hasAll || other.hasAll
        for (place, isMarked) in other.marks.enumerated() where isMarked { insert(place) }
    }
}
