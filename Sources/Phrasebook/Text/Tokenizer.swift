/// Cuts a normalised message into tokens and sentences.
struct Tokenizer {
    private let text: NormalizedText
    private let characters: [Character]
    private var position = 0
    private var tokens: [Token] = []
    private var sentenceStarts: [Int] = []

    init(_ text: NormalizedText) {
        self.text = text
        self.characters = text.characters
    }

    mutating func run() -> (tokens: [Token], sentenceStarts: [Int]) {
        while position < characters.count {
            if let close = QuotationMarks.close(of: position, in: characters) {
                appendQuotation(closingAt: close)
                continue
            }
            if let end = WebAddress.end(of: position, in: characters) {
                appendAddress(upTo: end)
                continue
            }
            switch CharacterClass(characters[position]) {
            case .space: position += 1
            case .newline:
                position += 1
                endSentence()
            case .digit: appendNumber()
            case .letter: appendWord()
            case .ideographic: appendIdeograph()
            case .joint:
                if startsNegativeNumber { appendNumber() } else { append(.joint, to: position + 1, weight: 0) }
            case .symbol: append(.symbol, to: position + 1, weight: 1)
            case .mark:
                if isApostrophe(position), isPossessive(position) {
                    appendClitic(to: position + 2)
                } else {
                    appendMark()
                }
            }
        }
        return (tokens, sentenceStarts)
    }

    private mutating func append(_ kind: Token.Kind, to end: Int, weight: Int, key: Word? = nil) {
        let range = position..<end
        let continues =
            position > 0 && characters[position].isAlphanumeric && characters[position - 1].isAlphanumeric
        tokens.append(
            Token(
                kind: kind,
                key: key ?? Word(text.text(range).lowercased()),
                range: range,
                isGlued: continues,
                weight: weight
            )
        )
        position = end
    }

    private mutating func appendQuotation(closingAt close: Int) {
        let content = text.original(position + 1..<close)
        append(.quoted(content), to: close + 1, weight: min(content.count, 8), key: Token.quotationKey)
    }

    /// A web address stands for itself as if it were quoted: its marks end no sentence, and nobody says a part of it.
    private mutating func appendAddress(upTo end: Int) {
        let content = text.text(position..<end)
        append(.quoted(content), to: end, weight: min(content.count, 8), key: Token.quotationKey)
    }

    private mutating func appendIdeograph() {
        append(.character, to: position + 1, weight: characters[position].isHiragana ? 1 : 2)
    }

    // MARK: Words

    private mutating func appendWord() {
        var end = position
        while end < characters.count {
            if CharacterClass(characters[end]) == .letter {
                end += 1
            } else if isApostrophe(end), end > position, isLetter(end + 1), !isPossessive(end) {
                end += 2
            } else {
                break
            }
        }
        let written = text.text(position..<end).lowercased().replacing("’", with: "'")
        // "whats" is cut like "what's", which needs no entry for every way to leave an apostrophe out.
        if let stem = EnglishSpelling.contractions[written] {
            append(.word, to: end, weight: stem.count, key: Word(stem))
            appendClitic(to: end)
        } else {
            append(.word, to: end, weight: end - position, key: Word(written))
        }
    }

    /// The 's of "what's", of "Rome's" and of "item 3's".
    private mutating func appendClitic(to end: Int) {
        tokens.append(Token(kind: .word, key: "'s", range: end - 2..<end, isGlued: false, weight: 2))
        position = end
    }

    private func isApostrophe(_ index: Int) -> Bool { characters[index] == "'" || characters[index] == "’" }

    private func isLetter(_ index: Int) -> Bool {
        index < characters.count && CharacterClass(characters[index]) == .letter
    }

    private func isPossessive(_ index: Int) -> Bool {
        guard index + 1 < characters.count, characters[index + 1] == "s" || characters[index + 1] == "S" else {
            return false
        }
        return index + 2 >= characters.count || !characters[index + 2].isAlphanumeric
    }

    // MARK: Numbers

    private func isDigit(_ index: Int) -> Bool {
        index < characters.count && CharacterClass(characters[index]) == .digit
    }

    private var startsNegativeNumber: Bool {
        guard characters[position] == "-", isDigit(position + 1) else { return false }
        guard position > 0 else { return true }
        let before = CharacterClass(characters[position - 1])
        return before == .space || before == .ideographic
    }

    private mutating func appendNumber() {
        var digits = ""
        var end = position
        if characters[end] == "-" {
            digits = "-"
            end += 1
        }
        while isDigit(end) || isGroupSeparator(end) {
            if isDigit(end) { digits.append(characters[end]) }
            end += 1
        }
        if end < characters.count, characters[end] == ".", isDigit(end + 1) {
            digits.append(".")
            end += 1
            while isDigit(end) {
                digits.append(characters[end])
                end += 1
            }
        }
        append(.number(Double(digits) ?? 0), to: end, weight: max(2, end - position))
    }

    /// Whether there is a comma between thousands: exactly three digits follow, and a digit stands before.
    private func isGroupSeparator(_ index: Int) -> Bool {
        guard index < characters.count, characters[index] == ",", index > position, isDigit(index - 1) else {
            return false
        }
        return isDigit(index + 1) && isDigit(index + 2) && isDigit(index + 3) && !isDigit(index + 4)
    }

    // MARK: Sentences

    private mutating func appendMark() {
        let mark = characters[position]
        let endsHere =
            switch mark {
            case "!", "?", "。": true
            case ".": isFullStop
            default: false
            }
        append(.punctuation, to: position + 1, weight: 0)
        if endsHere { endSentence() }
    }

    /// Whether the full stop here ends a sentence rather than an abbreviation, an initial or a part of a name.
    private var isFullStop: Bool {
        let next = position + 1
        if next < characters.count {
            switch CharacterClass(characters[next]) {
            case .space, .newline, .ideographic: break
            default: return false
            }
        }
        guard let last = tokens.last, last.range.upperBound == position, last.kind == .word else { return true }
        if next == characters.count { return true }
        return last.range.count > 1 && !EnglishSpelling.abbreviations.contains(last.key.text)
    }

    private mutating func endSentence() {
        guard !tokens.isEmpty, sentenceStarts.last != tokens.count else { return }
        // Marks in a row ("?!") end one sentence.
        if tokens.last?.kind == .punctuation, let start = sentenceStarts.last, start == tokens.count - 1 {
            sentenceStarts[sentenceStarts.count - 1] = tokens.count
        } else {
            sentenceStarts.append(tokens.count)
        }
    }
}
