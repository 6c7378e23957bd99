package import StreamingJSON

/// How far several readings of one text agree.
package struct SampleAgreement {
    /// The place of the reading that agrees most with all; of equals the first.
    package let best: Int
    /// For each part of that reading that has no parts itself, the share of the readings that have the same there.
    package let parts: [JSONPath: Double]
    /// The mean over those parts.
    package let confidence: Double

    /// Compares the readings.
    ///
    /// - Parameters:
    ///   - samples: The readings that fit their type; at least one.
    ///   - count: How many were taken. One that did not fit agrees with none.
    package init(_ samples: [JSONValue], of count: Int) {
        let leaves = samples.map { Self.leaves(of: $0) }
        var shares: [JSONPath: [JSONValue: Int]] = [:]
        for sample in leaves {
            for (path, value) in sample { shares[path, default: [:]][value, default: 0] += 1 }
        }
        let agreements = leaves.map { sample in
            sample.reduce(into: [JSONPath: Double]()) { agreement, leaf in
                agreement[leaf.key] = Double(shares[leaf.key]?[leaf.value] ?? 0) / Double(count)
            }
        }
        let confidences = agreements.map { Self.mean($0) }
        var best = 0
        for index in confidences.indices where confidences[index] > confidences[best] { best = index }
        self.best = best
        parts = agreements[best]
        confidence = confidences[best]
    }

    /// In the order of the paths, so that equal agreements have equal means to the last bit.
    private static func mean(_ parts: [JSONPath: Double]) -> Double {
        parts.isEmpty ? 0 : parts.values.sorted().reduce(0, +) / Double(parts.count)
    }

    /// The parts without parts: an empty array or object is one, and so is the whole when it has none.
    static func leaves(of value: JSONValue) -> [JSONPath: JSONValue] {
        var found: [JSONPath: JSONValue] = [:]
        collect(value, at: JSONPath(), into: &found)
        return found
    }

    private static func collect(_ value: JSONValue, at path: JSONPath, into found: inout [JSONPath: JSONValue]) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                collect(element, at: JSONPath(path.steps + [.index(index)]), into: &found)
            }
        case .object(let members) where !members.isEmpty:
            for (name, member) in members {
                collect(member, at: JSONPath(path.steps + [.name(name)]), into: &found)
            }
        default:
            found[path] = value
        }
    }
}
