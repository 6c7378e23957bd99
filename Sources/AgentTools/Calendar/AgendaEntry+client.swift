import Foundation
import StreamingJSON

extension AgendaEntry {
    /// Reads an event that a client sent; `nil` if it lacks a title or a readable start.
    init?(clientEvent event: JSONValue) {
        guard let title = event["title"]?.stringValue, let start = event["start"]?.stringValue else { return nil }
        let end = event["end"]?.stringValue
        if let first = Self.day(start) {
            let last = end.flatMap { Self.day($0) } ?? first.next
            span = .days(first..<max(last, first.next))
        } else {
            guard let first = Self.second(start) else { return nil }
            span = .seconds(first..<max(first, end.flatMap { Self.second($0) } ?? first))
        }
        uid = ""
        self.title = TextLine(title, limit: 200).text
        attendees = (event["attendees"]?.arrayValue ?? []).compactMap(\.stringValue)
        isTransparent = false
    }

    private static func day(_ text: String) -> CivilDay? {
        LocalDay(text).flatMap { CivilDay(year: $0.year, month: $0.month, day: $0.day) }
    }

    private static func second(_ text: String) -> Int? {
        let date =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        // A year far beyond any calendar may not fit into an integer.
        return date.map(\.timeIntervalSince1970).flatMap { $0.magnitude < 2.6e11 ? Int($0) : nil }
    }
}

extension CivilDay {
    fileprivate var next: CivilDay { CivilDay(number: number + 1) }
}
