import Foundation

/// A strict parser of Prometheus' text format, version 0.0.4.
///
/// It checks every line against the grammar and against its family.
struct Exposition {
    struct Fault: Error, CustomStringConvertible {
        var description: String
        init(_ line: Substring, _ what: String) { description = "\(what): \(line)" }
    }

    struct Sample: Equatable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault("", "the last line does not end") }
        var helped: Set<String> = []
        var family: String?
        var seen: Set<String> = []
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ([^\\]|\\\\|\\n)*/) {
                guard helped.insert(String(match.1)).inserted else { throw Fault(line, "a second HELP") }
                family = nil
            } else if let match = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
                let name = String(match.1)
                guard types[name] == nil, helped.contains(name) else { throw Fault(line, "a TYPE out of place") }
                types[name] = String(match.2)
                family = name
            } else {
                let sample = try Self.sample(line)
                guard let family, Self.names(of: family, types[family] ?? "").contains(sample.name) else {
                    throw Fault(line, "not of its family")
                }
                guard seen.insert("\(sample.name) \(sample.labels.sorted { $0.key < $1.key })").inserted else {
                    throw Fault(line, "a sample twice")
                }
                samples.append(sample)
            }
        }
        try checkHistograms()
    }

    /// Returns the value of a sample; `nil` if there is none.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func names(of family: String, _ type: String) -> [String] {
        type == "histogram" ? ["\(family)_bucket", "\(family)_sum", "\(family)_count"] : [family]
    }

    private static func sample(_ line: Substring) throws -> Sample {
        guard
            let match = line.wholeMatch(
                of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(.*)\})? ([+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|Inf)|NaN)/
            ), let value = Double(match.4)
        else { throw Fault(line, "no sample") }
        var labels: [String: String] = [:]
        if let text = match.3 {
            var rest = text
            while !rest.isEmpty {
                guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"(,|$)/)
                else { throw Fault(line, "no label") }
                guard labels.updateValue(String(label.2), forKey: String(label.1)) == nil else {
                    throw Fault(line, "a label twice")
                }
                rest = rest[label.range.upperBound...]
            }
        }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    /// Checks that buckets grow with their bounds and end with `+Inf`, which equals the count.
    private func checkHistograms() throws {
        for (family, type) in types where type == "histogram" {
            var groups: [[String: String]: [(bound: Double, count: Double)]] = [:]
            for sample in samples where sample.name == "\(family)_bucket" {
                guard let bound = sample.labels["le"].flatMap({ Double($0) }) else {
                    throw Fault("\(sample)", "a bucket without a bound")
                }
                groups[sample.labels.filter { $0.key != "le" }, default: []].append((bound, sample.value))
            }
            for (labels, buckets) in groups {
                let isSorted = zip(buckets, buckets.dropFirst()).allSatisfy {
                    $0.bound < $1.bound && $0.count <= $1.count
                }
                guard isSorted, buckets.last?.bound == .infinity,
                    value("\(family)_count", labels) == buckets.last?.count, value("\(family)_sum", labels) != nil
                else { throw Fault("\(family) \(labels)", "a histogram that does not add up") }
            }
        }
    }
}
