import StreamingJSON

/// Reads Japanese requests about items that use only the plainest forms.
///
/// A sentence is cut into chunks: each is a name, a number, a field or similar, with its particle. The chunks before a
/// verb must match one of the verb's forms.
struct JapanesePlainReader {
    /// Longer sentences are not plain.
    static let tokenLimit = 80

    /// A piece of a sentence.
    enum Piece: Equatable {
        case item(ItemFrame.Item)
        case count(Double, unit: String?)
        /// A field, with the word for it.
        case field(String, word: String)
        case stock
        /// 「半分」
        case factor(String)
        /// 「あと」: the number is added to the present quantity.
        case more
        case comma
    }

    /// A piece with the particle after it; the particle is empty if there is none.
    struct Chunk {
        var piece: Piece
        var particle = ""
        /// Whether it may contain an adjective.
        var isAdjectival = false

        /// The name or the number, if the piece is an item.
        var item: ItemFrame.Item? { if case .item(let item) = piece { item } else { nil } }

        var isCount: Bool { if case .count = piece { true } else { false } }

        /// The text of a name.
        var name: String? { if case .item(.name(let name)) = piece { name } else { nil } }
    }

    /// The reader of the sentence's slots.
    let reader: SlotReader
    /// The tokens of the sentence.
    let tokens: ArraySlice<Token>
    /// The collection.
    let topic: ItemTopic
    /// The things that the previous turn named.
    let recent: Referents
    /// The closed classes of words.
    let words = ItemWords.japanese
    /// The index of the next token to read.
    var index: Int
    /// Whether the name that was read last may contain an adjective.
    var isAdjectival = false

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
        var frames: [ItemFrame] = []
        skipOpenings()
        while index < tokens.endIndex {
            guard let read = clause() else { return nil }
            frames += read
            skipOpenings()
        }
        return frames
    }

    /// Reads the item that the sentence names, if the sentence does nothing else.
    mutating func readItem() -> ItemFrame.Item? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        guard let chunk = chunk(), let item = chunk.item, chunk.particle.isEmpty || chunk.particle == "を" else {
            return nil
        }
        _ = accept(Self.answers)
        skipOpenings()
        return index >= tokens.endIndex ? item : nil
    }

    /// Endings of an answer that only names an item.
    static let answers = TokenSequences(["です", "お願いします", "でお願いします"])

    // MARK: Tokens

    /// Reads the longest of some texts.
    mutating func accept(_ sequences: TokenSequences) -> Bool {
        guard let found = sequences.longest(at: index, in: tokens) else { return false }
        index += found.count
        return true
    }

    /// Reads one of some tokens.
    mutating func acceptMark(_ keys: [Word]) -> Bool {
        guard index < tokens.endIndex, keys.contains(tokens[index].key) else { return false }
        index += 1
        return true
    }

    /// Politeness around a request.
    static let openings = TokenSequences(words: "JapanesePlainReader", "openings")

    /// Skips politeness and marks.
    mutating func skipOpenings() {
        while acceptMark(["、", "。", "!", ",", "."]) || accept(Self.openings) {}
    }
}
