/// Descriptions, cut for models.
enum Summary {
    /// Returns the summary and the description's first sentence.
    static func operation(summary: String?, description: String?, most: Int) -> String {
        let summary = clean(summary ?? "")
        let first = firstSentence(description ?? "")
        guard !summary.isEmpty else { return first.cut(to: most) }
        let ended = summary.hasSuffix(".") || summary.hasSuffix("。") || summary.hasSuffix("!") ? summary : summary + "."
        let repeats = first.lowercased().hasPrefix(summary.lowercased())
        guard !first.isEmpty, !repeats else { return (repeats ? first : ended).cut(to: most) }
        return "\(ended) \(first)".cut(to: most)
    }

    /// Returns the text on one line, cut.
    static func argument(_ text: String?, most: Int) -> String? {
        let text = clean(text ?? "")
        return text.isEmpty ? nil : text.cut(to: most)
    }

    /// Returns the text up to the end of its first sentence or paragraph.
    static func firstSentence(_ text: String) -> String {
        let line = firstParagraph(String(text.prefix(4_000)))
        var result = ""
        var ended = false
        for character in line {
            if ended, character == " " { break }
            result.append(character)
            if character == "。" { break }
            ended = ".!?".contains(character) && !isAbbreviation(result)
        }
        return result
    }

    /// Returns the first paragraph that is not a heading, on one line.
    private static func firstParagraph(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let start = line.drop { $0.isWhitespace }
            if start.isEmpty, !lines.isEmpty { break }
            let isHeading = start.hasPrefix("#") || start.lowercased().hasPrefix("<h") && start.contains("</h")
            if !isHeading, !start.isEmpty { lines.append(start) }
        }
        return clean(lines.joined(separator: " "))
    }

    private static func isAbbreviation(_ text: String) -> Bool {
        let word = text.split(separator: " ").last.map { $0.lowercased().drop { $0 == "(" } } ?? ""
        return ["e.g.", "i.e.", "etc.", "vs.", "cf.", "no.", "incl."].contains(String(word))
    }

    /// Returns the text on one line, without HTML tags and the targets of links.
    static func clean(_ text: String) -> String {
        var result = ""
        var isInTag = false
        var last: Character = " "
        let line = String(text.prefix(6_000)).singleLine
        var rest = line[...]
        while let character = rest.popFirst() {
            if isInTag {
                if character == ">" { isInTag = false }
            } else if character == "<", let next = rest.first, next.isASCII && next.isLetter || next == "/",
                rest.prefix(400).contains(">")
            {
                isInTag = true
            } else if last == "]", character == "(", let end = rest.prefix(600).firstIndex(of: ")") {
                rest = rest[rest.index(after: end)...]
                result.removeLast()
                if let start = result.lastIndex(of: "[") { result.remove(at: start) }
            } else {
                result.append(character)
                last = character
            }
        }
        return result.singleLine
    }
}
