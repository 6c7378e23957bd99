package import FoundationEssentials

/// Everything that drawing depends on beside the data: the width, the characters that the terminal has, the language and the time.
package struct Drawing: Sendable {
    /// The number of columns.
    package var columns: Int
    /// The widths of characters.
    package var rules: WidthRules
    /// Whether characters beyond ASCII may be drawn as lines and marks.
    package var hasUnicode: Bool
    /// The language of labels, numbers and dates.
    package var language: ChatLanguage
    /// The time zone of times.
    package var timeZone: TimeZone
    /// The current time.
    package var now: Date

    /// Makes the surroundings of a drawing.
    package init(
        columns: Int,
        rules: WidthRules = WidthRules(),
        hasUnicode: Bool = true,
        language: ChatLanguage = .english,
        timeZone: TimeZone = .gmt,
        now: Date
    ) {
        self.columns = columns
        self.rules = rules
        // Lines that are drawn with ambiguous characters need their usual width.
        self.hasUnicode = hasUnicode && rules.ambiguousColumns == 1
        self.language = language
        self.timeZone = timeZone
        self.now = now
    }

    /// Returns a text of the language.
    func words(_ english: String, _ japanese: String) -> String { language.words(english, japanese) }

    /// Returns the lines of a text; those after the first are indented as it is, unless other text is named for them.
    package func wrapped(
        _ text: StyledText,
        first: StyledText = StyledText(),
        others: StyledText? = nil
    ) -> [StyledText] {
        let indent = String(repeating: " ", count: first.columns(rules))
        return LineWrapping(
            columns: columns,
            rules,
            first: first,
            others: others ?? StyledText(harmless: indent, .plain)
        )
        .lines(of: text)
    }

    /// Returns the lines of a text that is broken at the last column, with its spaces kept.
    func chopped(_ text: StyledText, first: StyledText) -> [StyledText] {
        let room = max(2, columns - first.columns(rules))
        var lines: [StyledText] = []
        var line = first
        var used = 0
        for run in text.runs {
            for character in run.text {
                let width = rules.columns(of: character)
                if used + width > room {
                    lines.append(line)
                    line = first
                    used = 0
                }
                line.append(harmless: String(character), run.style)
                used += width
            }
        }
        return lines + [line]
    }

    /// Returns the same surroundings with other columns.
    func with(columns: Int) -> Drawing {
        var drawing = self
        drawing.columns = columns
        return drawing
    }
}
