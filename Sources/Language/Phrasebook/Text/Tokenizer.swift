/// Cuts a normalized message into tokens and sentences.
struct Tokenizer {
    private let text: NormalizedText
    private let characters: [Character]
    /// The scalars of the characters; 0 for a character of several scalars.
    private let scalars: [UInt32]
    private let kinds: [CharacterKind]
    /// Whether the message may contain a web address.
    private let mayHoldAddress: Bool
    private var position = 0
    private var tokens: [Token] = []
    private var sentenceStarts: [Int] = []

    init(_ text: NormalizedText) {
        self.text = text
        characters = text.characters
        let scalars = text.characters.map { character -> UInt32 in
            let scalars = character.unicodeScalars
            guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
                return 0
            }
            return first.value
        }
        let kinds = text.characters.map { CharacterKind($0) }
        self.scalars = scalars
        self.kinds = kinds
        // An address starts with a scheme, or contains a full stop.
        mayHoldAddress = scalars.indices.dropLast().contains { index in
            scalars[index] == 0x3A && scalars[index + 1] == 0x2F
                || scalars[index] == 0x2E && kinds[index + 1] == .letter
        }
    }

    mutating func run() -> (tokens: [Token], sentenceStarts: [Int]) {
        while position < characters.count {
            if let close = closeOfQuotation {
                appendQuotation(closingAt: close)
                continue
            }
            if mayHoldAddress, let end = WebAddressFinder.end(of: position, in: characters) {
                appendAddress(upTo: end)
                continue
            }
            switch kinds[position] {
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
        let continues = position > 0 && isAlphanumeric(position) && isAlphanumeric(position - 1)
        tokens.append(
            Token(
                kind: kind,
                key: key ?? Word(lowercasing: scalars[range]) ?? Word(text.text(range).lowercased()),
                range: range,
                isGlued: continues,
                weight: weight
            )
        )
        position = end
    }

    private func isAlphanumeric(_ index: Int) -> Bool { kinds[index] == .letter || kinds[index] == .digit }

    /// The index of the mark that closes the quotation which starts here.
    private var closeOfQuotation: Int? {
        switch scalars[position] {
        case 0x22, 0x27, 0xAB, 0x2018, 0x201C, 0x300C, 0x300E: QuotationMarks.close(of: position, in: characters)
        default: nil
        }
    }

    private mutating func appendQuotation(closingAt close: Int) {
        let content = text.original(position + 1..<close)
        append(.quoted(content), to: close + 1, weight: min(content.count, 8), key: Token.quotationKey)
    }

    /// Appends a web address like a quoted text: its marks end no sentence, and it is never matched in part.
    private mutating func appendAddress(upTo end: Int) {
        let content = text.text(position..<end)
        append(.quoted(content), to: end, weight: min(content.count, 8), key: Token.quotationKey)
    }

    private mutating func appendIdeograph() {
        let isHiragana = characters[position].unicodeScalars.first?.isHiragana == true
        append(.character, to: position + 1, weight: isHiragana ? 1 : 2)
    }

    // MARK: Words

    private mutating func appendWord() {
        var end = position
        while end < characters.count {
            if kinds[end] == .letter {
                end += 1
            } else if isApostrophe(end), end > position, isLetter(end + 1), !isPossessive(end) {
                end += 2
            } else {
                break
            }
        }
        let written =
            Word(lowercasing: scalars[position..<end])
            ?? Word(text.text(position..<end).lowercased().replacing("’", with: "'"))
        // "whats" is cut like "what's", so patterns need not list spellings without the apostrophe.
        if let stem = EnglishSpelling.contractions[written] {
            append(.word, to: end, weight: stem.utf8Count, key: stem)
            appendClitic(to: end)
        } else {
            append(.word, to: end, weight: end - position, key: written)
        }
    }

    /// Appends the 's of "what's", of "Rome's" and of "item 3's".
    private mutating func appendClitic(to end: Int) {
        tokens.append(Token(kind: .word, key: "'s", range: end - 2..<end, isGlued: false, weight: 2))
        position = end
    }

    private func isApostrophe(_ index: Int) -> Bool { scalars[index] == 0x27 || scalars[index] == 0x2019 }

    private func isLetter(_ index: Int) -> Bool { index < kinds.count && kinds[index] == .letter }

    private func isPossessive(_ index: Int) -> Bool {
        guard index + 1 < scalars.count, scalars[index + 1] | 0x20 == 0x73 else { return false }
        return index + 2 >= kinds.count || !isAlphanumeric(index + 2)
    }

    // MARK: Numbers

    private func isDigit(_ index: Int) -> Bool { index < kinds.count && kinds[index] == .digit }

    private var startsNegativeNumber: Bool {
        guard scalars[position] == 0x2D, isDigit(position + 1) else { return false }
        guard position > 0 else { return true }
        return kinds[position - 1] == .space || kinds[position - 1] == .ideographic
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

    /// Returns whether there is a comma between thousands: a digit precedes it, and exactly three digits follow.
    private func isGroupSeparator(_ index: Int) -> Bool {
        guard index < characters.count, characters[index] == ",", index > position, isDigit(index - 1) else {
            return false
        }
        return isDigit(index + 1) && isDigit(index + 2) && isDigit(index + 3) && !isDigit(index + 4)
    }

    // MARK: Sentences

    private mutating func appendMark() {
        let endsHere =
            switch scalars[position] {
            case 0x21, 0x3F, 0x3002: true
            case 0x2E: isFullStop
            default: false
            }
        append(.punctuation, to: position + 1, weight: 0)
        if endsHere { endSentence() }
    }

    /// Whether the full stop here ends a sentence rather than an abbreviation, an initial or a part of a name.
    private var isFullStop: Bool {
        let next = position + 1
        if next < characters.count {
            switch kinds[next] {
            case .space, .newline, .ideographic: break
            default: return false
            }
        }
        guard let last = tokens.last, last.range.upperBound == position, last.isWord else { return true }
        if next == characters.count { return true }
        return last.range.count > 1 && !EnglishSpelling.abbreviations.contains(last.key)
    }

    private mutating func endSentence() {
        guard !tokens.isEmpty, sentenceStarts.last != tokens.count else { return }
        // Several marks in a row ("?!") end one sentence.
        if tokens.last?.kind == .punctuation, let start = sentenceStarts.last, start == tokens.count - 1 {
            sentenceStarts[sentenceStarts.count - 1] = tokens.count
        } else {
            sentenceStarts.append(tokens.count)
        }
    }
}
