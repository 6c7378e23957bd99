/// The value in a message that answers a question for one: "Summer", "call it Summer", 「夏でお願いします」.
struct GivenValue: Equatable {
    /// The value, without quotation marks and the words around it.
    let text: String
    /// Whether the whole value was quoted, so that it can be nothing else.
    let isQuoted: Bool

    /// The greatest number of bytes of an answer.
    private static let longest = 500

    private static let openings = [
        "please call it ", "call it ", "name it ", "please name it ", "let's call it ", "let's say ", "it is called ",
        "it's called ", "it should say ", "it's ", "the name is ", "the title is ", "say ",
    ]
    private static let endings = ["でお願いします", "でおねがいします", "にしてください", "としてください", "という名前で", "にします", "にして", "です"]
    private static let quotations: [(Character, Character)] = [
        ("\"", "\""), ("“", "”"), ("„", "“"), ("「", "」"), ("『", "』"), ("'", "'"), ("‘", "’"),
    ]

    private static let postponements = Set(PhraseTexts.phrasebook["GivenValue"].words("postponements"))

    /// Whether it only postpones the answer.
    var isPostponement: Bool { !isQuoted && Self.postponements.contains(text.lowercased()) }

    /// Reads a message; `nil` if it is too long for an answer, or has several lines or no value.
    init?(_ message: String) {
        guard message.utf8.count <= Self.longest, !message.contains(where: \.isNewline) else { return nil }
        var text = Self.trimmed(message[...])
        let plain = text.lowercased().replacing("’", with: "'")
        if let opening = Self.openings.first(where: { plain.hasPrefix($0) }) {
            text = Self.trimmed(text.dropFirst(opening.count))
        }
        if let ending = Self.endings.first(where: { text.hasSuffix($0) && text.count > $0.count }) {
            text = Self.trimmed(text.dropLast(ending.count))
        }
        var isQuoted = false
        for (opening, closing) in Self.quotations
        where text.count > 2 && text.first == opening && text.last == closing
            && !text.dropFirst().dropLast().contains(closing)
        {
            text = Self.trimmed(text.dropFirst().dropLast())
            isQuoted = true
            break
        }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        self.text = String(text)
        self.isQuoted = isQuoted
    }

    /// Returns the texts that a person may have written instead of a request and this value.
    func continuations(of request: String, in language: PhraseLanguage) -> [String] {
        let request = Self.trimmed(request[...])
        return language == .japanese
            ? [
                "\(text)\(request)", "\(text)の\(request)", "\(text)に\(request)", "\(text)で\(request)",
                "\(request) \(text)",
            ]
            : [
                "\(request) \(text)", "\(request) for \(text)", "\(request) at \(text)", "\(request) to \(text)",
                "\(request) on \(text)",
            ]
    }

    /// Returns a text without the spaces around it and the marks that end a sentence.
    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace || ".。!！".contains(last) { text.removeLast() }
        return text
    }
}
