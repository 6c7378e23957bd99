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
    /// The number that the bar limits; `nil` when that is the ratio.
    public var figure: Double?
    /// The largest ratio, or the largest figure, that is good enough; `nil` when the row is for information.
    public var bar: Double?

    /// A row.
    public init(
        _ name: String,
        torii: String,
        baseline: String,
        ratio: Double? = nil,
        figure: Double? = nil,
        bar: Double? = nil
    ) {
        self.name = name
        self.torii = torii
        self.baseline = baseline
        self.ratio = ratio
        self.figure = figure
        self.bar = bar
    }

    /// Whether the ratio, or the figure, is above the bar.
    public var isMissed: Bool {
        guard let value = figure ?? ratio, let bar else { return false }
        return value > bar
    }

    /// The cells, with tabs between them; scripts/bench draws the table.
    public var line: String {
        let verdict = bar.map { "<= \(Self.number($0, digits: $0 < 0.1 ? 2 : 1)) \(isMissed ? "MISSED" : "met")" } ?? ""
        let quotient = ratio.map { Self.number($0, digits: 2) + " x" } ?? ""
        return [name, torii, baseline, quotient, verdict].joined(separator: "\t")
    }

    /// A number with so many digits behind the point.
    public static func number(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
