import Foundation

/// A row of the table that `make bench` prints.
public struct ReportRow: Sendable {
    /// What is measured.
    public var name: String
    /// Torii's figure, with its unit.
    public var torii: String
    /// The figure of what it is measured against, with its unit.
    public var baseline: String
    /// How many times the baseline's figure Torii's is; `nil` when there is nothing to divide.
    public var ratio: Double?
    /// The largest ratio that is good enough; `nil` when the row is for information.
    public var bar: Double?

    /// A row.
    public init(_ name: String, torii: String, baseline: String, ratio: Double? = nil, bar: Double? = nil) {
        self.name = name
        self.torii = torii
        self.baseline = baseline
        self.ratio = ratio
        self.bar = bar
    }

    /// Whether the ratio is above the bar.
    public var isMissed: Bool {
        guard let ratio, let bar else { return false }
        return ratio > bar
    }

    /// The cells, with tabs between them; scripts/bench draws the table.
    public var line: String {
        let verdict = bar.map { "<= \(Self.number($0, digits: 1)) \(isMissed ? "MISSED" : "met")" } ?? ""
        let quotient = ratio.map { Self.number($0, digits: 2) + " x" } ?? ""
        return [name, torii, baseline, quotient, verdict].joined(separator: "\t")
    }

    /// A number with so many digits behind the point.
    public static func number(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
