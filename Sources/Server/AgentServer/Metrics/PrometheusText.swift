import Telemetry
import Transport

/// A writer of Prometheus' text format, version 0.0.4.
struct PrometheusText {
    /// The type of a family of samples.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The names and values of a sample's labels.
    typealias Labels = KeyValuePairs<String, String>

    /// The text so far.
    private(set) var text = ""

    /// Writes the header of a family.
    ///
    /// Its samples must follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Writes a sample.
    mutating func sample(_ name: String, _ labels: Labels, _ value: Int) {
        line(name, labels.map { ($0.key, $0.value) }, String(value))
    }

    /// Writes a sample.
    mutating func sample(_ name: String, _ labels: Labels, _ value: Double) {
        line(name, labels.map { ($0.key, $0.value) }, Self.number(value))
    }

    /// Writes the samples of a histogram: for each bound the number of durations up to it, then their sum and number.
    mutating func histogram(_ name: String, _ labels: Labels, _ histogram: DurationHistogram) {
        let labels = labels.map { ($0.key, $0.value) }
        var total = 0
        for (index, count) in histogram.counts.enumerated() {
            total += count
            let bounds = histogram.bounds
            let bound = index < bounds.count ? Self.number(bounds[index] / .seconds(1)) : "+Inf"
            line("\(name)_bucket", labels + [("le", bound)], String(total))
        }
        line("\(name)_sum", labels, Self.number(histogram.sum / .seconds(1)))
        line("\(name)_count", labels, String(total))
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }
}
