package import StreamingJSON

/// The agreement of several decodings of one text.
package struct SampleAgreement {
    /// The index of the sample that agrees most with all samples; the first of several equal ones.
    package let best: Int
    /// For each part of that sample that has no parts itself, the share of the samples with the same value there.
    package let parts: [JSONPath: Double]
    /// The mean of these shares.
    package let confidence: Double

    /// Compares samples.
    ///
    /// - Parameters:
    ///   - samples: The samples that fit their type; at least one.
    ///   - count: The number of all samples. A sample that did not fit agrees with none.
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

    /// Adds in the order of the paths, so that equal agreements have equal means to the last bit.
    private static func mean(_ parts: [JSONPath: Double]) -> Double {
        parts.isEmpty ? 0 : parts.values.sorted().reduce(0, +) / Double(parts.count)
    }

    /// Returns the parts that have no parts themselves: an empty array or object is one, and the whole value if it has
    /// no parts.
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
