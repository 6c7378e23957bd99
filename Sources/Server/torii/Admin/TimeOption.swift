import Foundation

/// The options that are times.
enum TimeOption {
    /// Returns the time of an option; `nil` if the option is missing.
    ///
    /// - Throws: ``CommandFailure`` if the text is not a time.
    static func read(_ text: String?, option: String) throws -> Date? {
        guard let text else { return nil }
        if let time = try? Date(text, strategy: .iso8601) { return time }
        throw CommandFailure("--\(option) must be a time such as 2026-12-31T00:00:00Z, not '\(text)'.")
    }
}
