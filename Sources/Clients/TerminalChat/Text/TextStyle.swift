/// The appearance of a text: a color of the terminal's palette, and attributes.
package struct TextStyle: Sendable, Hashable {
    /// A color of the terminal's palette, which its user has chosen to be readable.
    package enum Color: Int, Sendable, CaseIterable {
        /// The number of each color is its SGR parameter for the foreground.
        case red = 31
        case green, yellow, blue, magenta, cyan
    }

    /// The color; `nil` for the terminal's default.
    package var color: Color?
    /// Whether the text is bold.
    package var isBold = false
    /// Whether the text is dim.
    package var isDim = false
    /// Whether the text is italic.
    package var isItalic = false
    /// Whether the text is underlined.
    package var isUnderlined = false
    /// Whether the text is struck through.
    package var isStruck = false
    /// Whether the colors of text and background are exchanged.
    package var isInverse = false

    /// Makes a style.
    package init(_ color: Color? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.color = color
        self.isBold = isBold
        self.isDim = isDim
    }
}

extension TextStyle {
    /// The terminal's default.
    package static let plain = TextStyle()
    /// The style of secondary text.
    package static let dim = TextStyle(isDim: true)
    /// The style of important text.
    package static let bold = TextStyle(isBold: true)
    /// The style of marks of the person at the terminal.
    package static let accent = TextStyle(.cyan, isBold: true)
    /// The style of code and names of commands.
    package static let code = TextStyle(.cyan)
    /// The style of success.
    package static let success = TextStyle(.green)
    /// The style of something that needs attention.
    package static let warning = TextStyle(.yellow)
    /// The style of a failure.
    package static let failure = TextStyle(.red)

    /// Returns the style with the marks of another one added; its color wins.
    func adding(_ other: TextStyle) -> TextStyle {
        var style = self
        style.color = other.color ?? color
        style.isBold = isBold || other.isBold
        style.isDim = isDim || other.isDim
        style.isItalic = isItalic || other.isItalic
        style.isUnderlined = isUnderlined || other.isUnderlined
        style.isStruck = isStruck || other.isStruck
        style.isInverse = isInverse || other.isInverse
        return style
    }

    /// The SGR parameters (ECMA-48 §8.3.117).
    ///
    /// - Parameter hasColor: Whether the color is among them.
    func parameters(hasColor: Bool) -> [Int] {
        var numbers: [Int] = []
        if isBold { numbers.append(1) }
        if isDim { numbers.append(2) }
        if isItalic { numbers.append(3) }
        if isUnderlined { numbers.append(4) }
        if isInverse { numbers.append(7) }
        if isStruck { numbers.append(9) }
        if hasColor, let color { numbers.append(color.rawValue) }
        return numbers
    }
}
