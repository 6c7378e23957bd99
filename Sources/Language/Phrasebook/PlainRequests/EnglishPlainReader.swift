import StreamingJSON

/// Reads English requests about items that use only the plainest forms.
struct EnglishPlainReader {
    /// Longer sentences are not plain.
    static let tokenLimit = 48
    /// The number of words beyond which a value may contain more than itself.
    static let wordLimit = 4

    /// The reader of the sentence's slots.
    let reader: SlotReader
    /// The tokens of the sentence.
    let tokens: ArraySlice<Token>
    /// The collection.
    let topic: ItemTopic
    /// The things that the previous turn named.
    let recent: Referents
    /// The closed classes of words.
    let words = ItemWords.english
    /// The index of the next token to read.
    var index: Int
    /// Whether the request is phrased as a question: "could you".
    var isAsked = false

    init(_ reader: SlotReader, _ topic: ItemTopic, _ recent: Referents) {
        self.reader = reader
        self.topic = topic
        self.recent = recent
        tokens = reader.tokens
        index = tokens.startIndex
    }

    /// Reads the requests; empty for politeness alone, `nil` if a word has no role in a plain request.
    mutating func read() -> [ItemFrame]? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        var frames: [ItemFrame] = []
        while !isAtEnd {
            guard let frame = clause() else { return nil }
            frames.append(frame)
            // "… and 2 erasers" and "… and item 9 to 10" use the same verb.
            while let other = attempt({ $0.further(frame) }) { frames.append(other) }
            skipClosings()
            guard !isAtEnd else { break }
            guard accept(Self.joints) else { return nil }
            skipOpenings()
        }
        return frames
    }

    /// Reads another request with the same verb.
    mutating func further(_ last: ItemFrame) -> ItemFrame? {
        let isSeparated = accept([","])
        guard accept(["and"]) || isSeparated else { return nil }
        if last.act == .set, last.quantity != nil, last.fields.isEmpty {
            var frame = ItemFrame(act: .set)
            guard let (item, _) = counted(), accept(["to"]), value(of: "quantity", in: &frame) else { return nil }
            frame.item = item
            return frame
        }
        guard last.act == .create, !last.isMore, last.fields.isEmpty else { return nil }
        var frame = ItemFrame(act: .create)
        guard let number = number() else { return nil }
        frame.quantity = number
        frame.unit = attempt { $0.unitBeforeName() }
        guard let name = name(after: true) else { return nil }
        frame.item = .name(name)
        return frame
    }

    /// Reads the item that the sentence names, if the sentence does nothing else.
    mutating func readItem() -> ItemFrame.Item? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        if let number = wholeNumber(), isEnded { return .number(number) }
        guard let item = item(), isEnded else { return nil }
        return item
    }

    /// Whether only politeness follows.
    var isEnded: Bool {
        var copy = self
        copy.skipClosings()
        return copy.isAtEnd
    }

    // MARK: Tokens

    /// Whether all tokens have been read.
    var isAtEnd: Bool { index >= tokens.endIndex }
    /// The next token, in the form for comparison.
    var key: Word? { isAtEnd ? nil : tokens[index].key }

    /// Reads one of some words.
    mutating func accept(_ keys: [Word]) -> Bool {
        guard let key, keys.contains(key), tokens[index].quotation == nil, !isGlued(index + 1) else { return false }
        index += 1
        return true
    }

    /// Returns whether a token continues the word before it, as the 4 of "A4" does.
    func isGlued(_ place: Int) -> Bool { place < tokens.endIndex && tokens[place].isGlued }

    /// Reads the longest of some texts.
    mutating func accept(_ sequences: TokenSequences) -> Bool {
        guard let found = sequences.longest(at: index, in: tokens) else { return false }
        index += found.count
        return true
    }

    /// Tries to read a part, and restores the position if that fails.
    mutating func attempt<Part>(_ read: (inout Self) -> Part?) -> Part? {
        let before = self
        if let part = read(&self) { return part }
        self = before
        return nil
    }

    /// Openings that phrase a request as a question.
    static let questionOpenings = TokenSequences(words: "EnglishPlainReader", "questionOpenings")
    /// Politeness before a request.
    static let openings = TokenSequences(words: "EnglishPlainReader", "openings")
    /// Politeness after a request.
    static let closings = TokenSequences(words: "EnglishPlainReader", "closings")
    /// Words between two requests.
    static let joints = TokenSequences(["and", "and then", "then", "and also"])

    /// Skips politeness before a request.
    mutating func skipOpenings() {
        while !isAtEnd {
            if accept([",", "!", "."]) || accept(Self.openings) { continue }
            guard accept(Self.questionOpenings) else { return }
            isAsked = true
        }
    }

    /// Skips politeness and marks after a request.
    mutating func skipClosings() {
        while accept(Self.closings) || accept([".", "!"]) || isAsked && accept(["?"]) || closesAfterComma() {}
    }

    /// Skips a comma before politeness or another request.
    mutating func closesAfterComma() -> Bool {
        guard key == ",",
            index + 1 >= tokens.endIndex || Self.closings.longest(at: index + 1, in: tokens) != nil
                || Self.joints.longest(at: index + 1, in: tokens) != nil
        else { return false }
        index += 1
        return true
    }
}
