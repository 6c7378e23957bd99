import Foundation

/// A row of the table that `make bench` prints.
public struct ReportRow: Sendable {
    /// The name of the measurement.
    public var name: String
    /// Torii's figure, with its unit.
    public var torii: String
    /// The baseline's figure, with its unit.
    public var baseline: String
    /// The ratio of Torii's figure to the baseline's; `nil` if there is none.
    public var ratio: Double?
    /// The number that the bar limits; `nil` if the bar limits the ratio.
    public var figure: Double?
    /// The largest accepted ratio or figure; `nil` if the row is only for information.
    public var bar: Double?

    /// Makes a row.
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

    /// The cells, separated by tabs; scripts/bench prints the table.
    public var line: String {
        let verdict = bar.map { "<= \(Self.number($0, digits: $0 < 0.1 ? 2 : 1)) \(isMissed ? "MISSED" : "met")" } ?? ""
        let quotient = ratio.map { Self.number($0, digits: 2) + " x" } ?? ""
        return [name, torii, baseline, quotient, verdict].joined(separator: "\t")
    }

    /// Formats a number with a number of decimals.
    public static func number(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
