import StreamingJSON

/// Results of a search as a numbered list, and web pages as cards.
enum SearchDrawing {
    private static let mostResults = 10
    private static let mostExtractLines = 2

    /// Returns the lines of an artifact `search.results`.
    static func lines(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let results = data["results"]?.arrayValue ?? []
        let failed = (data["failed"]?.arrayValue ?? []).compactMap { $0["upstream"]?.text }
        guard !results.isEmpty || !failed.isEmpty else { return [] }
        var lines = results.prefix(mostResults).enumerated().flatMap { index, result in
            entry(index + 1, result, drawing)
        }
        if results.count > mostResults {
            let rest = results.count - mostResults
            lines.append(StyledText(drawing.words("and \(rest) more", "ほか \(rest) 件"), .dim))
        }
        if !failed.isEmpty {
            let names = failed.prefix(10).joined(separator: ", ")
            lines.append(StyledText(drawing.words("not available: \(names)", "利用できません: \(names)"), .dim))
        }
        return lines
    }

    private static func entry(_ number: Int, _ result: JSONValue, _ drawing: Drawing) -> [StyledText] {
        let mark = StyledText("\(number). ", .code)
        let url = result["url"]?.text ?? ""
        let title = result["title"]?.text ?? ""
        let indent = StyledText(harmless: String(repeating: " ", count: mark.columns(drawing.rules)), .plain)
        var lines = drawing.wrapped(StyledText(title.isEmpty ? url : title, .bold), first: mark)
        lines.append((indent + address(url)).cut(to: drawing.columns, drawing.rules))
        if let content = result["content"]?.text?.trimmed, !content.isEmpty {
            let extract = drawing.wrapped(StyledText(content, .dim), first: indent)
            lines += extract.prefix(mostExtractLines)
            if extract.count > mostExtractLines {
                lines[lines.count - 1] = (lines[lines.count - 1] + StyledText("…", .dim)).cut(
                    to: drawing.columns,
                    drawing.rules
                )
            }
        }
        return lines
    }

    /// Returns the lines of an artifact `web.page`.
    static func page(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        guard let url = data["url"]?.text else { return [] }
        var heading = StyledText(data["title"]?.text ?? url, .bold)
        if let part = data["part"]?.intValue, let parts = data["parts"]?.intValue, parts > 1 {
            heading.append(drawing.words(" · part \(part) of \(parts)", " · \(part)/\(parts)"), .dim)
        }
        return drawing.wrapped(heading) + [address(url).cut(to: drawing.columns, drawing.rules)]
    }

    private static func address(_ url: String) -> StyledText {
        var style = TextStyle.dim
        style.isUnderlined = true
        return StyledText(url, style)
    }
}
