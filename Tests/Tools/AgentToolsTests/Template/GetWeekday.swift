public import AgentTools
import Foundation
public import LanguageModels
public import ToolPhrases

/// Returns the day of the week of a date.
public struct GetWeekday: AgentTool {
    /// The day.
    @Generable
    public struct Arguments {
        /// The day as text.
        @Guide(description: "The day as YYYY-MM-DD")
        public var day: String
    }

    /// `getWeekday`.
    public let name = "getWeekday"
    /// The description for the model.
    public let description = "Says what day of the week a date is."

    /// `calendar.weekday`.
    public var artifactTypes: [String] { ["calendar.weekday"] }

    /// One day, for all callers, because the weekday of a date never changes.
    public var cachePolicy: ToolCachePolicy { .shared(for: .seconds(24 * 60 * 60)) }

    /// Public, because a weekday is nobody's data.
    public var data: ToolData { .public }

    /// Makes the tool.
    public init() {}

    /// Returns the weekday.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard let day = try? Date(arguments.day, strategy: .iso8601.year().month().day()) else {
            throw ToolFailure(
                caller.text(
                    "That is not a date; write it as YYYY-MM-DD, such as 2026-11-21.",
                    "日付ではありません。2026-11-21 のように YYYY-MM-DD で指定してください。"
                )
            )
        }
        let style = Date.FormatStyle(locale: Locale(identifier: caller.localeIdentifier), timeZone: .gmt)
        let weekday = day.formatted(style.weekday(.wide))
        ToolCallContext.current?.attach(
            ToolArtifact(
                type: "calendar.weekday",
                content: GeneratedContent(properties: ["day": arguments.day, "weekday": weekday])
            )
        )
        return caller.text("\(arguments.day) is a \(weekday).", "\(arguments.day) は\(weekday)です。")
    }
}

extension GetWeekday {
    /// The sentences that ask for a weekday.
    public var phrases: ToolPhrases {
        ToolPhrases(
            tool: "getWeekday",
            effect: .reads,
            examples: [.english: "What weekday is 2026-11-21?", .japanese: "2026-11-21は何曜日？"],
            phrases: .english("(what|which) (weekday|day of the week) (is|was) {day:day}")
                + .japanese("{day:day}は何曜日[ですか|でしたか|だった]")
        )
    }
}
