import FoundationEssentials
import LanguageModels

/// When and for whom a request is answered, from its metadata.
struct Circumstances {
    var today: Day
    var language: PhraseLanguage?

    init(_ metadata: [String: GeneratedContent]) {
        func text(_ name: String) -> String? { try? metadata[name]?.value(String.self) }
        let timeZone = text("time_zone").flatMap { TimeZone(identifier: $0) } ?? .gmt
        let now = text("now").flatMap { try? Date($0, strategy: .iso8601) } ?? Date()
        today = Day(now, in: timeZone)
        language = text("locale").flatMap { PhraseLanguage(localeIdentifier: $0) }
    }
}
