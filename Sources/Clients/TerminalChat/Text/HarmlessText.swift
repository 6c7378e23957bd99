import StreamSafeText

extension String {
    /// The text as a terminal may show it on several lines.
    ///
    /// Nothing in it can control a terminal: no control character of C0 or C1, and so no escape sequence, no mark that reverses the
    /// direction of what follows, and no invisible character that the script does not need. Tabs and line feeds are kept.
    package var harmless: String { visible }

    /// The text as a terminal may show it on one line: ``harmless``, with spaces in place of tabs and line breaks.
    package var harmlessLine: String {
        let text = visible
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    /// The text for a pipe, whose reader may be a terminal: unchanged, but without control characters and direction marks.
    ///
    /// The result of a text in pieces is the same, however it is cut between scalars.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.controlsTerminal) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.controlsTerminal }))
    }

    /// Whether the text is an id or name that a person can paste into a command: ASCII letters, digits, `_`, `-` and `.` only.
    package var isPasteable: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    /// JSON text in which no character of a string can control a terminal, with escapes in their place.
    package var asHarmlessJSON: String {
        guard unicodeScalars.contains(where: \.controlsTerminal) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            // Scalars below U+0020 in strings are escaped already. Of those here, all are in the Basic Multilingual Plane.
            guard scalar.controlsTerminal else {
                result.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar may move the cursor, start an escape sequence, or reverse the direction of what follows it.
    fileprivate var controlsTerminal: Bool {
        switch value {
        case 0x09, 0x0A: false
        case ..<0x20, 0x7F...0x9F: true
        case ..<0x61C: false
        default: properties.isBidiControl
        }
    }
}
