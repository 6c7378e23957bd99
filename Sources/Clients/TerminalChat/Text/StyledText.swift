/// A text in runs of one style each.
///
/// Its initializer makes the text harmless, so that no text from a model, a tool, a title or the network reaches the terminal in
/// another form.
package struct StyledText: Sendable, Hashable {
    /// A part in one style.
    struct Run: Sendable, Hashable {
        /// The part's text.
        var text: String
        /// The part's style.
        var style: TextStyle
    }

    /// The parts, none of which is empty.
    private(set) var runs: [Run] = []

    /// Makes an empty text.
    package init() {}

    /// Makes a text in one style.
    package init(_ text: String, _ style: TextStyle = .plain) { append(harmless: text.harmless, style) }

    /// Makes a text of characters of a text that is harmless.
    init(harmless text: String, _ style: TextStyle) { append(harmless: text, style) }

    /// Whether there is no text.
    package var isEmpty: Bool { runs.isEmpty }

    /// The text without its styles.
    package var text: String { runs.map(\.text).joined() }

    /// Returns the number of columns of a text on one line.
    package func columns(_ rules: WidthRules) -> Int { runs.reduce(0) { $0 + rules.columns(of: $1.text) } }

    /// Appends a text in a style.
    package mutating func append(_ text: String, _ style: TextStyle = .plain) { append(harmless: text.harmless, style) }

    /// Appends a text.
    package mutating func append(_ other: StyledText) {
        for run in other.runs { append(harmless: run.text, run.style) }
    }

    /// Appends characters of a harmless text, to the last part if it has the same style.
    mutating func append(harmless text: String, _ style: TextStyle) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// Returns the text with a style added to every part.
    package func adding(_ style: TextStyle) -> StyledText {
        var result = StyledText()
        for run in runs { result.append(harmless: run.text, run.style.adding(style)) }
        return result
    }

    /// Returns two texts as one.
    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var result = left
        result.append(right)
        return result
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    /// Makes a plain text.
    package init(stringLiteral text: String) { self.init(text) }
}

extension StyledText {
    /// Returns the start of a text on one line that fits, with an ellipsis if it is cut.
    package func cut(to columns: Int, _ rules: WidthRules) -> StyledText {
        guard self.columns(rules) > columns else { return self }
        let ellipsis = "…"
        let room = columns - rules.columns(of: ellipsis)
        guard room >= 0 else { return StyledText() }
        var result = StyledText()
        var used = 0
        for run in runs {
            var piece = ""
            for character in run.text {
                let width = rules.columns(of: character)
                guard used + width <= room else {
                    result.append(harmless: piece + ellipsis, run.style)
                    return result
                }
                used += width
                piece.append(character)
            }
            result.append(harmless: piece, run.style)
        }
        return result
    }

    /// Returns the text with spaces after it up to a number of columns.
    package func padded(to columns: Int, _ rules: WidthRules, trailing: Bool = false) -> StyledText {
        let missing = columns - self.columns(rules)
        guard missing > 0 else { return self }
        let space = StyledText(harmless: String(repeating: " ", count: missing), .plain)
        return trailing ? space + self : self + space
    }
}
