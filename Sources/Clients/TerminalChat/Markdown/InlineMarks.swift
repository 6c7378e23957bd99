/// The marks within a paragraph of Markdown, as styles.
///
/// One pass finds the marks and a second one pairs them, so the cost is linear. Marks without a partner are text.
struct InlineMarks {
    /// The maximum number of characters in which marks are read.
    private static let longest = 20_000

    /// Returns a paragraph as styled text.
    ///
    /// Line breaks in it are kept, as in the chat page: lists of things without marks are common in answers, lines of a fixed length are
    /// not.
    ///
    /// - Parameter isOpen: Whether the text still grows: a mark without a partner then applies to the rest, so that the style does not
    ///   change when its end arrives.
    static func styled(_ text: String, _ style: TextStyle = .plain, isOpen: Bool = false) -> StyledText {
        let text = lines(text)
        guard text.utf8.count <= longest else { return StyledText(text, style) }
        var reader = InlineReader(Array(text), isOpen: isOpen)
        return render(reader.pieces(), style, isOpen: isOpen)
    }

    /// Removes the backslashes that mark line breaks.
    private static func lines(_ text: String) -> String {
        guard text.contains("\\\n") else { return text }
        return text.replacing("\\\n", with: "\n")
    }

    // MARK: - Rendering

    /// A mark that was opened, with the number of its characters that have no partner yet.
    private struct Opener {
        let character: Character
        var count: Int
        let piece: Int
    }

    private static func render(_ pieces: [InlineReader.Piece], _ style: TextStyle, isOpen: Bool) -> StyledText {
        // The characters of each mark that are styles, from its start (as an end) and from its end (as a start).
        var starts: [Int: [Int]] = [:]
        var ends: [Int: [Int]] = [:]
        var openers: [Opener] = []
        // The number of openers of each character, so that nothing is searched in vain.
        var counts: [Character: Int] = [:]
        for (index, piece) in pieces.enumerated() {
            guard case .mark(let character, var count, let opens, let closes) = piece else { continue }
            while closes, count > 0, counts[character, default: 0] > 0,
                let found = openers.lastIndex(where: { $0.character == character })
            {
                let used = pairLength(character, openers[found].count, count)
                guard used > 0 else { break }
                for other in openers[(found + 1)...] { counts[other.character, default: 0] -= 1 }
                openers.removeSubrange((found + 1)...)
                starts[openers[found].piece, default: []].append(used)
                ends[index, default: []].append(used)
                count -= used
                openers[found].count -= used
                if openers[found].count == 0 {
                    openers.removeLast()
                    counts[character, default: 0] -= 1
                }
            }
            guard opens, count > 0 else { continue }
            openers.append(Opener(character: character, count: count, piece: index))
            counts[character, default: 0] += 1
        }
        if isOpen {
            for opener in openers where pairLength(opener.character, opener.count, opener.count) == opener.count {
                starts[opener.piece, default: []].append(opener.count)
            }
        }
        var result = StyledText()
        var styles = [style]
        for (index, piece) in pieces.enumerated() {
            let current = styles.last ?? style
            switch piece {
            case .text(let text): result.append(text, current)
            case .code(let text): result.append(text, current.adding(.code))
            case .link(let text, let url): append(link: text, url, current, to: &result)
            case .mark(let character, let count, _, _):
                let (ended, started) = (ends[index] ?? [], starts[index] ?? [])
                for _ in ended where styles.count > 1 { styles.removeLast() }
                let literal = count - ended.reduce(0, +) - started.reduce(0, +)
                if literal > 0 {
                    result.append(String(repeating: character, count: literal), styles.last ?? style)
                }
                // The outermost pair is the last one that was found.
                for length in started.reversed() {
                    styles.append((styles.last ?? style).adding(markStyle(character, length)))
                }
            }
        }
        return result
    }

    /// Returns the number of characters that two marks share: 2 or 1; 2 or nothing for `~`.
    private static func pairLength(_ character: Character, _ first: Int, _ second: Int) -> Int {
        let both = min(first, second)
        return both >= 2 ? 2 : character == "~" ? 0 : both
    }

    private static func markStyle(_ character: Character, _ length: Int) -> TextStyle {
        var style = TextStyle.plain
        switch (character, length) {
        case ("~", _): style.isStruck = true
        case (_, 2): style.isBold = true
        default: style.isItalic = true
        }
        return style
    }

    private static func append(link text: String, _ url: String, _ style: TextStyle, to result: inout StyledText) {
        var underlined = style
        underlined.isUnderlined = true
        guard !text.isEmpty, text != url, "https://\(text)" != url else {
            result.append(url, underlined)
            return
        }
        // The address is always shown, because the text could name another one.
        result.append(text, style.adding(.bold))
        result.append(" (", style.adding(.dim))
        result.append(url, underlined.adding(.dim))
        result.append(")", style.adding(.dim))
    }
}
