import StreamingJSON

/// Data of any form: a list of objects as a table, anything else as names and values.
enum DataDrawing {
    private static let mostColumns = 6
    private static let mostEntries = 30
    private static let deepest = 4

    /// Returns the lines of a value.
    static func lines(of data: JSONValue, title: String, _ drawing: Drawing) -> [StyledText] {
        let heading = StyledText(title.harmlessLine, .dim)
        if let table = table(of: data, drawing) { return [heading.cut(to: drawing.columns, drawing.rules)] + table }
        return [heading.cut(to: drawing.columns, drawing.rules)] + tree(data, drawing, depth: 1)
    }

    /// Returns a list of objects whose members are simple as a table; `nil` for other data.
    private static func table(of data: JSONValue, _ drawing: Drawing) -> [StyledText]? {
        guard let elements = data.arrayValue, !elements.isEmpty, elements.allSatisfy({ $0.objectValue != nil }) else {
            return nil
        }
        let rows = elements.prefix(ArtifactDrawing.mostRows)
        var names: [String] = []
        for row in rows {
            for (name, value) in row.objectValue ?? [:]
            where value.text != nil && !names.contains(name) && names.count < mostColumns {
                names.append(name)
            }
        }
        guard !names.isEmpty else { return nil }
        var table = BoxTable(
            names.enumerated().map { index, name in
                let isNumber = rows.allSatisfy { $0[name]?.doubleValue != nil || $0[name] == nil }
                return .init(StyledText(name.harmlessLine), isTrailing: isNumber, isOptional: index > 0)
            }
        )
        for row in rows { table.add(names.map { StyledText(row[$0]?.text ?? "") }) }
        return table.lines(drawing) + ArtifactDrawing.more(elements.count, drawing)
    }

    /// Returns a value as indented names and values.
    static func tree(_ value: JSONValue, _ drawing: Drawing, depth: Int = 0) -> [StyledText] {
        // A narrow screen leaves no room for deep structures.
        let level = max(0, min(depth, (drawing.columns - 8) / 2))
        let indent = StyledText(harmless: String(repeating: "  ", count: level), .plain)
        let entries: [(String, JSONValue)]
        switch value {
        case .object(let object): entries = object.map { ($0, $1) }
        case .array(let array): entries = array.map { ("-", $0) }
        default:
            let text = value.text ?? "–"
            return drawing.wrapped(StyledText(text), first: indent)
        }
        guard !entries.isEmpty else { return [indent + StyledText("–", .dim)] }
        var lines = entries.prefix(mostEntries).flatMap { name, value -> [StyledText] in
            let label = indent + StyledText(name == "-" ? "- " : "\(name.harmlessLine): ", .dim)
            if let text = value.text ?? (value.isEmpty ? "–" : nil) {
                let line = label + StyledText(text)
                return drawing.wrapped(line, others: indent + "  ")
            }
            guard depth < deepest else {
                return [(label + StyledText("…", .dim)).cut(to: drawing.columns, drawing.rules)]
            }
            return [label.cut(to: drawing.columns, drawing.rules)] + tree(value, drawing, depth: depth + 1)
        }
        if entries.count > mostEntries {
            let rest = entries.count - mostEntries
            lines.append(indent + StyledText(drawing.words("and \(rest) more", "ほか \(rest) 件"), .dim))
        }
        return lines
    }
}

extension JSONValue {
    /// Whether the value is null or has no elements.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}
