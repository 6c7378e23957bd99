extension String {
    /// Returns the known name that the text probably means; `nil` if none is near.
    package func nearest(among names: some Sequence<String>) -> String? {
        let own = Array(lowercased().utf8)
        guard (2...64).contains(own.count) else { return nil }
        let most = Swift.max(1, own.count / 3)
        let found = names.compactMap { name -> (name: String, distance: Int)? in
            let other = Array(name.lowercased().utf8)
            // The distance is at least the difference of the lengths.
            guard abs(other.count - own.count) <= most else { return nil }
            return (name, Self.distance(own, other))
        }
        .min { $0.distance < $1.distance }
        return found.flatMap { $0.distance <= most ? $0.name : nil }
    }

    /// The number of letters to change, add, remove or swap with their neighbor.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard right.count <= 64 else { return .max }
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                let change = rows[row][column] + (left[row] == right[column] ? 0 : 1)
                var best = Swift.min(change, rows[row][column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = Swift.min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
