import AgentTools
import Foundation
import LanguageModels

/// The version of an item: the time of its last change.
enum ItemVersion {
    /// Returns the version as tools show it: in UTC, in milliseconds, as the embedded inventory stores it.
    static func text(_ moment: Date) -> String {
        // The formatter truncates to milliseconds, and most milliseconds are slightly less than their value as a binary fraction.
        (moment + 0.0002).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Reads the version in a model's arguments; nil if there is none.
    static func read(_ text: String?, for caller: Caller) throws(ToolFailure) -> Date? {
        guard let text = text?.nonBlank else { return nil }
        guard let moment = moment(text) else {
            throw ToolFailure(
                caller.text(
                    "The version is invalid: “\(text.cut(to: 40))”. Copy it from the item's details, or leave it out.",
                    "version の値が正しくありません:「\(text.cut(to: 40))」。在庫の詳細に表示された値をそのまま使うか、省略してください。"
                )
            )
        }
        return moment
    }

    /// Reads ISO 8601 with an offset, with or without fractions of a second.
    static func moment(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}
