/// Reads questions about items in English.
struct EnglishInquiryReader {
    private static let tokenLimit = 40

    private let reader: SlotReader
    private let tokens: ArraySlice<Token>
    private let topic: ItemTopic
    private let words = ItemWords.english
    private var inquiry = ItemInquiry()

    init(_ reader: SlotReader, _ topic: ItemTopic) {
        self.reader = reader
        self.topic = topic
        tokens = reader.tokens
    }

    /// Reads the question; `nil` if a word has no role in it.
    mutating func read() -> ItemInquiry? {
        guard tokens.count <= Self.tokenLimit, !tokens.isEmpty else { return nil }
        guard
            !tokens.indices.contains(where: {
                words.negations.longest(at: $0, in: tokens) != nil && tokens[$0].key != "no"
            })
        else { return nil }
        var index = tokens.startIndex
        while index < tokens.endIndex {
            guard let next = part(at: index), next > index else { return nil }
            index = next
        }
        return inquiry
    }

    private static let numberQuestions = TokenSequences(words: "EnglishInquiryReader", "numberQuestions")
    private static let placeQuestions = TokenSequences(words: "EnglishInquiryReader", "placeQuestions")
    private static let showRequests = TokenSequences(words: "EnglishInquiryReader", "showRequests")
    private static let possessionPhrases = TokenSequences(words: "EnglishInquiryReader", "possessionPhrases")
    private static let whetherOpenings = TokenSequences(words: "EnglishInquiryReader", "whetherOpenings")
    private static let fillers = TokenSequences(words: "EnglishInquiryReader", "fillers")
    /// Words for places where things are stored.
    private static let storage = WordSet(words: "EnglishInquiryReader", "storage")
    private static let prepositions: WordSet = ["in", "at", "on", "inside", "under", "from"]

    private mutating func part(at index: Int) -> Int? {
        if tokens[index].isSkippable { return index + 1 }
        if let found = Self.numberQuestions.longest(at: index, in: tokens) {
            inquiry.asksNumber = true
            return unit(at: index + found.count)
        }
        if let found = Self.placeQuestions.longest(at: index, in: tokens) {
            inquiry.asksWhere = true
            if found.count > 2 { inquiry.isOwn = true }
            return index + found.count
        }
        if let found = Self.showRequests.longest(at: index, in: tokens), inquiry.name == nil {
            inquiry.asksToShow = true
            return index + found.count
        }
        if index == start, Self.whetherOpenings.longest(at: index, in: tokens) != nil { inquiry.asksWhether = true }
        if let found = Self.possessionPhrases.longest(at: index, in: tokens) {
            inquiry.isOwn = true
            return index + found.count
        }
        if let end = numbered(at: index) { return end }
        if let found = Self.fillers.longest(at: index, in: tokens), found.count > 1 { return index + found.count }
        if let end = field(at: index) { return end }
        if let end = place(at: index) { return end }
        let filler = LanguageData.english.fillers.longest(at: index, in: tokens)?.count ?? 0
        var idle = Self.fillers.longest(at: index, in: tokens)?.count ?? 0
        if index + 1 < tokens.endIndex, tokens[index + 1].isGlued { idle = 0 }
        if max(filler, idle) > 0 {
            if ["the", "our", "my"].contains(tokens[index].key) { inquiry.isDefinite = true }
            if tokens[index].key == "our" { inquiry.isOwn = true }
            return index + max(filler, idle)
        }
        if let found = words.stock.longest(at: index, in: tokens), isBoundary(index + found.count) {
            inquiry.hasThings = true
            return index + found.count
        }
        if let found = words.things.longest(at: index, in: tokens) {
            inquiry.hasThings = true
            return index + found.count
        }
        if let found = words.states.longest(at: index, in: tokens), inquiry.state == nil,
            isBoundary(index + found.count) || words.things.longest(at: index + found.count, in: tokens) != nil
                || topic.field(at: index + found.count, in: tokens)?.argument == "state" || inquiry.asksToShow
        {
            inquiry.state = reader.utterance.content(of: index..<index + found.count)
            return index + found.count
        }
        return name(at: index)
    }

    /// The first token that is not polite.
    private var start: Int {
        var index = tokens.startIndex
        while index < tokens.endIndex, Self.whetherOpenings.longest(at: index, in: tokens) == nil {
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                break
            }
        }
        return index
    }

    private func isBoundary(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable
            || !(index + 1 < tokens.endIndex && tokens[index + 1].isGlued)
                && Self.fillers.longest(at: index, in: tokens) != nil
            || Self.possessionPhrases.longest(at: index, in: tokens) != nil
            || LanguageData.english.fillers.longest(at: index, in: tokens) != nil
    }

    /// Reads the container that a number counts: "boxes of".
    private func unit(at index: Int) -> Int {
        guard let found = words.units.longest(at: index, in: tokens), index + found.count < tokens.endIndex,
            tokens[index + found.count].key == "of"
        else { return index }
        return index + found.count + 1
    }

    private static let labels: WordSet = ["item", "id", "number", "no", "#", "product", "entry", "record"]

    private mutating func numbered(at start: Int) -> Int? {
        if let found = reader.references(for: topic.argument, at: start).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value), inquiry.number == nil,
            found.end - start > 1 || isBoundary(found.end)
        {
            inquiry.number = number
            return found.end
        }
        var index = start
        while index < tokens.endIndex, Self.labels.contains(tokens[index].key) { index += 1 }
        guard index > start, index < tokens.endIndex, let value = tokens[index].number,
            let number = Int(exactly: value), number >= 0,
            !tokens[index].isGlued, inquiry.number == nil
        else { return nil }
        inquiry.number = number
        return index + 1
    }

    /// Reads the word for a field: the field that the question asks for, or the field of a value.
    private mutating func field(at index: Int) -> Int? {
        guard let found = topic.field(at: index, in: tokens), found.argument != "version", found.argument != "title"
        else { return nil }
        let end = index + found.count
        if found.argument == "quantity", tokens[index].key == "stock" || tokens[index].key == "number" { return nil }
        // "category Food", "code TN-4410"
        if end < tokens.endIndex, inquiry.name == nil, inquiry.number == nil, let range = run(from: end),
            !isAsked(index)
        {
            let text = reader.utterance.content(of: range)
            switch found.argument {
            case "category": inquiry.category = text
            case "place": inquiry.place = text
            case "state": inquiry.state = text
            case "code": inquiry.code = text
            default: return nil
            }
            return range.upperBound
        }
        guard inquiry.field == nil else { return nil }
        inquiry.field = found.word
        return end
    }

    /// Returns whether the question asks for the field: "which category is it in".
    private func isAsked(_ index: Int) -> Bool {
        index > tokens.startIndex && ["what", "which"].contains(tokens[index - 1].key)
    }

    private mutating func place(at index: Int) -> Int? {
        guard Self.prepositions.contains(tokens[index].key) else { return nil }
        var next = index + 1
        while next < tokens.endIndex, ["the", "our", "my"].contains(tokens[next].key) {
            if tokens[next].key != "the" { inquiry.isOwn = true }
            next += 1
        }
        guard next < tokens.endIndex else { return nil }
        if let found = words.stock.longest(at: next, in: tokens), isBoundary(next + found.count) {
            inquiry.hasThings = true
            inquiry.isOwn = true
            return next + found.count
        }
        guard topic.field(at: next, in: tokens) == nil, let range = run(from: next) else { return nil }
        if let found = topic.field(at: range.upperBound, in: tokens), ["category", "state"].contains(found.argument),
            !isBoundary(range.upperBound)
        {
            let text = reader.utterance.content(of: range)
            if found.argument == "category" { inquiry.category = text } else { inquiry.state = text }
            return range.upperBound + found.count
        }
        guard inquiry.place == nil else { return nil }
        inquiry.place = reader.utterance.content(of: range)
        // "What's on shelf B2?" is about stored things without a word for them.
        if range.contains(where: { Self.storage.contains(tokens[$0].key) }) { inquiry.isOwn = true }
        return range.upperBound
    }

    private mutating func name(at index: Int) -> Int? {
        guard let range = run(from: index) else { return nil }
        let text = reader.utterance.content(of: range)
        let end = range.upperBound
        // "Food category"
        if let found = topic.field(at: end, in: tokens), ["category", "state"].contains(found.argument),
            end < tokens.endIndex
        {
            if found.argument == "category" { inquiry.category = text } else { inquiry.state = text }
            return end + found.count
        }
        guard inquiry.name == nil else { return nil }
        inquiry.name = text
        if end < tokens.endIndex, tokens[end].key == "'s", let found = topic.field(at: end + 1, in: tokens) {
            inquiry.field = found.word
            inquiry.isDefinite = true
            return end + 1 + found.count
        }
        return end
    }

    /// Finds the run of words that forms one name.
    private func run(from start: Int) -> Range<Int>? {
        guard start < tokens.endIndex, !tokens[start].isSkippable else { return nil }
        if tokens[start].quotation != nil { return start..<start + 1 }
        var index = start
        while index < tokens.endIndex {
            let token = tokens[index]
            if token.isSkippable {
                let isInner =
                    token.kind == .joint && index > start && index + 1 < tokens.endIndex
                    && tokens[index - 1].range.upperBound == token.range.lowerBound
                guard isInner else { break }
            } else if token.quotation != nil || isBoundary(index) || Self.prepositions.contains(token.key)
                || index > start
                    && topic.field(at: index, in: tokens).map({
                        ["category", "state", "quantity", "place"].contains($0.argument)
                    }) == true
            {
                break
            } else if index > start, words.states.longest(at: index, in: tokens) != nil {
                break
            }
            index += 1
        }
        guard index > start, index - start <= 8 else { return nil }
        return start..<index
    }
}
