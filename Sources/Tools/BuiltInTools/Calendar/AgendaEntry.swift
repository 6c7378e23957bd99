import AgentTools
import CalendarDays
import Foundation
import StreamingJSON

/// An event on a day, or one instance of a repeating event.
struct AgendaEntry: Equatable {
    /// The time that an event covers.
    enum Span: Hashable {
        /// Whole days, up to but not including the last.
        case days(Range<CalendarDay>)
        /// Seconds since 1970 in UTC, up to but not including the last.
        case seconds(Range<Int>)
    }

    let uid: String
    let title: String
    let span: Span
    let attendees: [String]
    /// Whether the event leaves its time free.
    let isTransparent: Bool

    /// Whether an attendee has exactly this name.
    func isAttended(by name: String) -> Bool { attendees.contains(name) }

    /// Returns the first attendee whose name has all words of another name; case, accents and widths do not matter.
    func attendee(withWordsOf name: String) -> String? {
        let words = Self.words(of: name)
        guard !words.isEmpty else { return nil }
        return attendees.first { attendee in
            let own = Self.words(of: attendee)
            return words.allSatisfy { word in own.contains { $0 == word || Self.isPart(word, of: $0) } }
        }
    }

    /// Whether the title has all words of a text; case, accents and widths do not matter.
    func isTitled(withWordsOf text: String) -> Bool {
        let words = Self.words(of: text)
        let own = Self.words(of: title)
        return !words.isEmpty
            && words.allSatisfy { word in own.contains { $0 == word || Self.isContained(word, in: $0) } }
    }

    /// Whether a word is inside another one of a language without spaces, as 歯医者 in 歯医者の予約.
    private static func isContained(_ word: String, in other: String) -> Bool {
        word.unicodeScalars.count > 1 && word.unicodeScalars.allSatisfy { $0.value >= 0x2E80 } && other.contains(word)
    }

    private static func words(of name: String) -> [String] {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Whether a word is the family or the given name in a name without spaces, as in 山田花子.
    private static func isPart(_ word: String, of name: String) -> Bool {
        word.unicodeScalars.allSatisfy { $0.value >= 0x2E80 } && (name.hasPrefix(word) || name.hasSuffix(word))
    }
}

extension AgendaEntry {
    /// Reads an event that a client sent; `nil` if it lacks a title or a readable start.
    init?(clientEvent event: JSONValue) {
        guard let title = event["title"]?.stringValue, let start = event["start"]?.stringValue else { return nil }
        let end = event["end"]?.stringValue
        if let first = CalendarDay(start) {
            let last = end.flatMap { CalendarDay($0) } ?? first.adding(days: 1)
            span = .days(first..<max(last, first.adding(days: 1)))
        } else {
            guard let first = Self.second(start) else { return nil }
            span = .seconds(first..<max(first, end.flatMap { Self.second($0) } ?? first))
        }
        uid = ""
        self.title = TextLine(title, limit: 200).text
        attendees = (event["attendees"]?.arrayValue ?? []).compactMap(\.stringValue)
        isTransparent = false
    }

    private static func second(_ text: String) -> Int? {
        let date =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        // A year far beyond any calendar may not fit into an integer.
        return date.map(\.timeIntervalSince1970).flatMap { $0.magnitude < 2.6e11 ? Int($0) : nil }
    }
}
