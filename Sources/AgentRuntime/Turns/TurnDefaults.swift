public import Foundation

/// What a turn assumes of a caller who does not say.
public struct TurnDefaults: Sendable {
    /// The language to answer in when the message does not show one.
    public var locale: String
    /// The zone of the caller's day.
    public var timeZone: TimeZone

    /// Makes defaults.
    public init(locale: String = "en", timeZone: TimeZone = .gmt) {
        self.locale = locale
        self.timeZone = timeZone
    }
}
