import StreamingJSON

/// Reads one clause of a request about items: the part after its verb.
struct EnglishClauseReader {
    let outer: EnglishItemReader
    let verb: String
    /// The request read so far.
    var frame: ItemFrame
    /// The named field whose value is expected next.
    var pending: (argument: String, word: String)?
    /// Whether the item was named as a known one: "the stapler".
    var isDefinite = false
    var place: String?

    var tokens: ArraySlice<Token> { outer.tokens }
    var words: ItemWords { outer.words }

    init(_ outer: EnglishItemReader, act: ItemFrame.Act, verb: String) {
        self.outer = outer
        self.verb = verb
        frame = ItemFrame(act: act)
    }

    var isCreation: Bool { frame.act == .create }
    var hasName: Bool { frame.item != nil || frame.title != nil }

    /// Reads up to the start of another clause; `nil` if a word has no role.
    mutating func read(from start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex {
            if let end = closing(at: index) {
                index = end
                continue
            }
            if let end = other(at: index) {
                index = end
                continue
            }
            let next = skippingJoints(from: index)
            if next > index {
                guard next < tokens.endIndex else { return settled(tokens.endIndex) }
                if goesOn(at: next) {
                    index = next
                } else {
                    return settled(index)
                }
            }
            guard let end = part(at: index) else { return nil }
            index = end
        }
        return settled(tokens.endIndex)
    }

    /// Returns the end of the clause if no part of it is incomplete.
    mutating func settled(_ end: Int) -> Int? {
        if frame.act == .delete, pending != nil, frame.quantity == nil {
            frame.act = .clear
        }
        if let field = pending {
            guard frame.act == .clear, frame.cleared == nil else { return nil }
            frame.cleared = field.word
            pending = nil
        }
        if frame.act == .delete, frame.quantity != nil { frame.act = .decrease }
        if isCreation, isDefinite, frame.quantity == nil, !frame.fields.isEmpty, place == nil,
            ["put", "store", "place", "keep", "file"].contains(verb)
        {
            frame.act = .set
        }
        if let text = place {
            // "Put the stapler in Drawer 3" moves it, "put 12 mugs in the kitchen" makes an item.
            if isCreation, isDefinite, frame.quantity == nil, ["put", "store", "place", "keep", "file"].contains(verb) {
                frame.act = .move
            }
            switch frame.act {
            case .create, .move, .set: frame.fields["place"] = .string(text)
            case .delete, .decrease: break
            case .increase, .rename, .mark, .clear, .multiply: return nil
            }
        }
        // "Add milk" may be for a shopping list.
        let isOwnVerb = [
            "register", "create", "catalog", "catalogue", "stock", "track", "start", "new", "enter", "record", "log",
        ].contains(verb)
        if frame.act == .create, !isOwnVerb, !isMarked, !hasReadThing, frame.quantity == nil, frame.fields.isEmpty,
            place == nil, frame.title == nil,
            !frame.isMore, frame.isPlain
        {
            return nil
        }
        if ["make", "set", "list", "keep", "place", "file"].contains(verb), frame.act == .create, frame.quantity == nil,
            frame.fields.isEmpty, frame.title == nil, !hasReadThing
        {
            return nil
        }
        return end
    }

    /// Whether a word for any item was read: "create an item".
    var hasReadThing = false
    /// Whether there is a sign that an item is meant and no errand: the stock, or an article.
    var isMarked = false

    mutating func part(at start: Int) -> Int? {
        if let end = other(at: start) { return end }
        if frame.act == .rename, hasName, frame.title == nil, tokens[start].quotation != nil {
            setTitle(start..<start + 1)
            return start + 1
        }
        if let end = stock(at: start) { return end }
        if let end = naming(at: start) { return end }
        if let end = field(at: start) { return end }
        if let end = value(at: start) { return end }
        if let end = preposition(at: start) { return end }
        if let end = factor(at: start) { return end }
        if frame.quantity == nil, frame.act != .rename, let end = amount(at: start) { return end }
        if !hasName { return name(at: start) }
        return nil
    }

    static let determiners = WordSet(words: "EnglishClauseReader", "determiners")

    /// Returns the first token that is no determiner.
    mutating func skippingDeterminers(from start: Int, marks: Bool = false) -> Int {
        var index = start
        while index < tokens.endIndex, Self.determiners.contains(tokens[index].key), !isGlued(index + 1) {
            if marks, ["the", "my", "our", "this", "that", "these", "those", "your"].contains(tokens[index].key) {
                isDefinite = true
            }
            if marks, tokens[index].key == "all" { frame.isAll = true }
            if ["a", "an", "some"].contains(tokens[index].key) { isMarked = true }
            index += 1
        }
        return index
    }

    /// Reads another item of the same request: "… and the A3 paper".
    mutating func other(at start: Int) -> Int? {
        guard !isCreation, frame.item != nil, frame.item != .mentioned,
            tokens[start].key == "and" || tokens[start].key == ",", frame.quantity == nil
        else {
            return nil
        }
        var index = start
        while index < tokens.endIndex, ["and", ","].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex, outer.topic.field(at: index, in: tokens) == nil,
            words.act(at: index, in: tokens) == nil
        else { return nil }
        var single = EnglishClauseReader(outer, act: frame.act, verb: verb)
        if case .number? = frame.item, let value = tokens[index].number, let number = Int(exactly: value), number >= 0,
            isEdge(index + 1)
        {
            frame.others.append(.number(number))
            return index + 1
        }
        let isField =
            Self.determiners.contains(tokens[index].key) && outer.topic.field(at: index + 1, in: tokens) != nil
        guard !isField, Self.determiners.contains(tokens[index].key) || single.numbered(at: index) != nil else {
            return nil
        }
        single = EnglishClauseReader(outer, act: frame.act, verb: verb)
        guard let end = single.name(at: index), let item = single.frame.item, item != .mentioned, single.pending == nil
        else { return nil }
        frame.others.append(item)
        return end
    }

    /// Returns whether a token continues the word before it, as the 4 of "A4" does.
    func isGlued(_ index: Int) -> Bool { index < tokens.endIndex && tokens[index].isGlued }

    /// Reads the collection itself, which adds no information: "to the inventory".
    mutating func stock(at start: Int) -> Int? {
        guard
            Self.placePrepositions.contains(tokens[start].key)
                || ["to", "from", "off", "into", "of"].contains(tokens[start].key)
        else {
            return nil
        }
        let index = skippingDeterminers(from: start + 1)
        guard index < tokens.endIndex, let found = words.stock.longest(at: index, in: tokens) else { return nil }
        let end = index + found.count
        guard isEdge(end) else { return nil }
        isMarked = true
        // "Take the projector off the list."
        if tokens[start].key == "off" || tokens[start].key == "from", frame.act == .decrease, frame.quantity == nil {
            frame.act = .delete
        }
        return end
    }

    func isQuoted(_ range: Range<Int>) -> Bool { range.count == 1 && tokens[range.lowerBound].quotation != nil }

    func text(_ range: Range<Int>) -> String { outer.utterance.content(of: range) }

    /// Sets the item to the one mentioned last.
    mutating func point() {
        frame.item = .mentioned
        isDefinite = true
    }

    /// Returns whether a clause ends here.
    func isEnd(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable || closing(at: index) != nil
    }

    /// Whether the item is named as a known one: by its number, or as "the stapler".
    var isKnownItem: Bool { isDefinite && hasName && pending == nil }
}
