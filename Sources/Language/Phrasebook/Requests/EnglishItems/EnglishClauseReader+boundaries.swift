import StreamingJSON

// MARK: - Boundaries between parts

extension EnglishClauseReader {
    /// Returns whether no part of a name can follow here.
    func isEdge(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable || isStop(index) || closing(at: index) != nil
            || tokens[index].quotation != nil || outer.topic.field(at: index, in: tokens) != nil
            || Self.determiners.contains(tokens[index].key) && outer.topic.field(at: index + 1, in: tokens) != nil
    }

    /// Returns whether a mark is inside a word, as in "first-aid".
    func isInner(_ index: Int) -> Bool {
        guard tokens[index].isSkippable else { return true }
        guard index > tokens.startIndex, index + 1 < tokens.endIndex else { return false }
        if tokens[index].kind == .joint || tokens[index].key == "'" || tokens[index].key == "’"
            || tokens[index].key == "."
        {
            return tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
                && (tokens[index].range.upperBound == tokens[index + 1].range.lowerBound || tokens[index].key == ".")
        }
        return false
    }

    static let partStarts = WordSet(words: "EnglishClauseReader.boundaries", "partStarts")

    /// Returns whether a word starts another part.
    func isStop(_ index: Int) -> Bool {
        guard index < tokens.endIndex else { return true }
        let token = tokens[index]
        guard token.kind != .word || !Self.partStarts.contains(token.key) else { return true }
        guard ["and", "plus", "or"].contains(token.key) else {
            return index + 1 < tokens.endIndex && isValuedField(index)
        }
        // "Health and Safety"
        let next = index + 1
        guard token.key == "and", next < tokens.endIndex, index > tokens.startIndex else { return true }
        let isName = tokens[next].isWord && isCapitalized(next) && isCapitalized(index - 1)
        return !isName || words.act(at: next, in: tokens) != nil || outer.topic.field(at: next, in: tokens) != nil
    }

    func isCapitalized(_ index: Int) -> Bool {
        outer.utterance.text.characters[tokens[index].range.lowerBound].isUppercase
    }

    /// Whether fields follow one another without commas.
    var isSequence: Bool { !frame.fields.isEmpty || frame.quantity != nil || frame.unit != nil }

    static let adverbs = TokenSequences(words: "EnglishClauseReader.boundaries", "adverbs")

    /// Returns the length of polite words and adverbs, which add no information.
    func closing(at index: Int) -> Int? {
        guard index < tokens.endIndex else { return nil }
        let length = max(
            LanguageData.english.closings.longest(at: index, in: tokens)?.count ?? 0,
            Self.adverbs.longest(at: index, in: tokens)?.count ?? 0
        )
        return length > 0 ? index + length : nil
    }

    func skippingJoints(from start: Int) -> Int {
        var index = start
        while index < tokens.endIndex {
            let isMark = tokens[index].isSkippable && !isInner(index)
            guard isMark || ["and", "plus", "also", "but"].contains(tokens[index].key) else { break }
            index += 1
        }
        return index
    }

    /// Returns whether the text after a comma or an "and" still belongs to this clause.
    mutating func goesOn(at index: Int) -> Bool {
        if closing(at: index) != nil { return true }
        if words.act(at: index, in: tokens) != nil, !hasNothing { return false }
        if !hasName, !isCreation || frame.fields.isEmpty { return true }
        let before = self
        defer { self = before }
        if naming(at: index) != nil || field(at: index) != nil { return true }
        if frame.quantity == nil, isCreation, let end = number(at: index), isEdge(end) { return true }
        self = before
        return isCreation && preposition(at: index) != nil
    }

    var hasNothing: Bool { frame.isBare }
}
