public import Foundation
import LanguageModels

/// Who a tool works for: the language to answer in, the zone in which a day begins, and what time it is.
public struct Caller: Sendable, Equatable {
    /// The languages that tools speak.
    public enum Language: Sendable, Equatable {
        /// English, also for every language not listed.
        case english
        /// Japanese.
        case japanese
    }

    /// The BCP 47 tag that the caller gave, such as `ja` or `en-US`.
    public var localeIdentifier: String
    /// Where a day begins and ends.
    public var timeZone: TimeZone
    /// The instant of the turn.
    public var now: Date
    /// The client that the call comes from, whose data it may see; `nil` for none.
    public var client: String?

    /// Makes a caller.
    public init(
        localeIdentifier: String = "en",
        timeZone: TimeZone = .gmt,
        now: Date = Date(),
        client: String? = nil
    ) {
        self.localeIdentifier = localeIdentifier
        self.timeZone = timeZone
        self.now = now
        self.client = client
    }

    /// The language to answer in.
    public var language: Language {
        localeIdentifier.lowercased().hasPrefix("ja") ? .japanese : .english
    }

    /// The country or region of the locale, such as `US` in `en-US`, if it names one.
    public var region: String? {
        localeIdentifier.split { $0 == "-" || $0 == "_" }.dropFirst()
            .first { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } }?.uppercased()
    }

    /// Chooses the text in the caller's language.
    public func text(_ english: String, _ japanese: String) -> String {
        language == .japanese ? japanese : english
    }

    /// The caller of the tool call that the current task belongs to; English, UTC and the present where nothing is said.
    public static var current: Caller {
        let metadata = ToolCallContext.current?.metadata ?? [:]
        func string(_ key: String) -> String? { metadata[key].flatMap { try? $0.value(String.self) } }
        return Caller(
            localeIdentifier: string("locale") ?? "en",
            timeZone: string("time_zone").flatMap(TimeZone.init(identifier:)) ?? .gmt,
            now: string("now").flatMap { try? Date($0, strategy: .iso8601) } ?? Date(),
            client: string("client")
        )
    }
}
