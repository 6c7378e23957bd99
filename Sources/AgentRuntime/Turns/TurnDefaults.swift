public import Foundation

/// The locale and time zone of a turn whose request names none.
public struct TurnDefaults: Sendable {
    /// The language of the answer when the message does not show one.
    public var locale: String
    /// The time zone of the user.
    public var timeZone: TimeZone

    /// Makes defaults.
    public init(locale: String = "en", timeZone: TimeZone = .gmt) {
        self.locale = locale
        self.timeZone = timeZone
    }
}
