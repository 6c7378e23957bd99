package import AgentWire
import StreamingJSON

/// The pictures of artifacts: a table, a card or bars for each type, and the data's structure for any other type.
package enum ArtifactDrawing {
    /// The most rows or entries that are drawn; the number of the others is named.
    static let mostRows = 25

    /// Returns the lines of an artifact; empty if there is nothing to show.
    package static func lines(of artifact: WireArtifact, _ drawing: Drawing) -> [StyledText] {
        let data = artifact.data
        let lines =
            switch artifact.type {
            case "inventory.items": InventoryDrawing.lines(data, drawing)
            case "weather.reports": WeatherDrawing.lines(data, drawing)
            case "search.results": SearchDrawing.lines(data, drawing)
            case "web.page": SearchDrawing.page(data, drawing)
            case "contacts.birthdays": birthdays(data, drawing)
            case "calendar.events": events(data, drawing)
            case "health.metrics": HealthDrawing.lines(data, drawing)
            case "mcp.image", "mcp.audio", "declared.file": media(data, drawing)
            default: [StyledText]()
            }
        // Data of another form than expected is shown as it is.
        return lines.isEmpty ? DataDrawing.lines(of: data, title: artifact.type, drawing) : lines
    }

    private static func birthdays(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        var table = BoxTable([
            .init(StyledText(drawing.words("Name", "名前"))), .init(StyledText(drawing.words("Birthday", "誕生日"))),
        ])
        if data["fallback"]?.boolValue == true {
            guard let name = data["fallback_name"]?.text else { return [] }
            table.add([StyledText(name), StyledText("–", .dim)])
            return table.lines(drawing)
        }
        let contacts = data["contacts"]?.arrayValue ?? []
        guard !contacts.isEmpty else { return [] }
        for contact in contacts.prefix(mostRows) {
            let birthday = contact["birthday"]?.text.map(drawing.birthday) ?? "–"
            table.add([StyledText(contact["given_name"]?.text ?? ""), StyledText(birthday)])
        }
        return table.lines(drawing) + more(contacts.count, drawing)
    }

    private static func events(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        guard let date = data["date"]?.text, let events = data["events"]?.arrayValue else { return [] }
        var heading = StyledText(drawing.weekday(date), .bold)
        if let attendee = data["attendee"]?.text, !attendee.isEmpty { heading.append(" · \(attendee)", .dim) }
        guard !events.isEmpty else {
            return [heading, StyledText(drawing.words("No events.", "予定はありません。"), .dim)]
        }
        var table = BoxTable([
            .init(StyledText(drawing.words("Time", "時刻"))), .init(StyledText(drawing.words("Event", "予定"))),
        ])
        for event in events.prefix(mostRows) {
            table.add([StyledText(time(of: event, drawing)), StyledText(event["title"]?.text ?? "")])
        }
        let unlisted = max(0, events.count - mostRows) + max(0, min(data["more_events"]?.intValue ?? 0, 1_000_000))
        return [heading] + table.lines(drawing) + more(mostRows + unlisted, drawing)
    }

    private static func time(of event: JSONValue, _ drawing: Drawing) -> String {
        if event["all_day"]?.boolValue == true { return drawing.words("all day", "終日") }
        let times = ["start", "end"].compactMap { event[$0]?.text }.map { text in
            Drawing.instant(text).map(drawing.clock) ?? text
        }
        return times.joined(separator: "–")
    }

    private static func media(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let kind = data["mimeType"]?.text ?? data["media_type"]?.text ?? ""
        let encoded = data["data"]?.stringValue?.utf8.count ?? 0
        var parts = [kind].filter { !$0.isEmpty }
        if encoded > 0 { parts.append("\(drawing.number(Double(encoded) * 3 / 4096, decimals: 0)) kB") }
        let name = parts.isEmpty ? drawing.words("a file", "ファイル") : parts.joined(separator: ", ")
        let text = drawing.words("[\(name), not shown in a terminal]", "[\(name)、端末では表示できません]")
        return drawing.wrapped(StyledText(text, .dim))
    }

    /// Returns the line that names the number of rows that are not drawn; none if all are.
    static func more(_ count: Int, _ drawing: Drawing) -> [StyledText] {
        guard count > mostRows else { return [] }
        let rest = drawing.number(Double(count - mostRows), decimals: 0)
        return [StyledText(drawing.words("and \(rest) more", "ほか \(rest) 件"), .dim)]
    }
}

extension JSONValue {
    /// A text or number as text for one line, bounded because others chose it; `nil` for any other value.
    var text: String? {
        switch self {
        case .string(let text): String(text.prefix(2000)).harmlessLine
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        default: String(serialized().prefix(100))
        }
    }
}
