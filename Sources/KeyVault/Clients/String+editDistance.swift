extension String {
    /// How many single letters must be put in, taken out or changed to make `other` of this text (Levenshtein 1966).
    package func editDistance(to other: String) -> Int {
        let right = Array(other.utf8)
        var row = Array(0...right.count)
        for (index, byte) in utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let changed = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
