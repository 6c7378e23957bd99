public import Foundation
import LanguageModels
public import ToolRecords

/// The person or client that a tool works for: their language, their time zone, and the time of the turn.
public struct Caller: Sendable, Equatable {
    /// The languages of the tools' texts.
    public enum Language: Sendable, Equatable {
        /// English; used for every language that is not listed.
        case english
        /// Japanese.
        case japanese
    }

    /// The caller's BCP 47 language tag, such as `ja` or `en-US`.
    public var localeIdentifier: String
    /// The time zone that decides when a day starts and ends.
    public var timeZone: TimeZone
    /// The time of the turn.
    public var now: Date
    /// The owner whose data the call may read; `nil` for none.
    public var owner: Owner?
    /// The facts about the owner's user; `nil` for a caller without a user.
    public var user: CallerUser?

    /// Makes a caller.
    public init(
        localeIdentifier: String = "en",
        timeZone: TimeZone = .gmt,
        now: Date = Date(),
        owner: Owner? = nil,
        user: CallerUser? = nil
    ) {
        self.localeIdentifier = localeIdentifier
        self.timeZone = timeZone
        self.now = now
        self.owner = owner
        self.user = owner?.user == nil ? nil : user
    }

    /// The language to answer in.
    public var language: Language {
        localeIdentifier.lowercased().hasPrefix("ja") ? .japanese : .english
    }

    /// The country or region of the locale, such as `US` in `en-US`, if there is one.
    public var region: String? {
        localeIdentifier.split { $0 == "-" || $0 == "_" }.dropFirst()
            .first { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } }?.uppercased()
    }

    /// Returns the text in the caller's language.
    public func text(_ english: String, _ japanese: String) -> String {
        language == .japanese ? japanese : english
    }

    /// The caller of the current task's tool call, with English, UTC and the present time as defaults.
    public static var current: Caller {
        let metadata = ToolCallContext.current?.metadata ?? [:]
        func string(_ key: String) -> String? { metadata[key].flatMap { try? $0.value(String.self) } }
        return Caller(
            localeIdentifier: string("locale") ?? "en",
            timeZone: string("time_zone").flatMap(TimeZone.init(identifier:)) ?? .gmt,
            now: string("now").flatMap { try? Date($0, strategy: .iso8601) } ?? Date(),
            owner: string("client").map(Owner.init(stored:)),
            user: CallerUser.current
        )
    }
}
