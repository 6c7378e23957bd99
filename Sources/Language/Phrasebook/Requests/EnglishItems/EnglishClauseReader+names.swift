import StreamingJSON

// MARK: - Names of items

extension EnglishClauseReader {
    static let titleMarkers = TokenSequences(words: "EnglishClauseReader.names", "titleMarkers")

    mutating func naming(at start: Int) -> Int? {
        guard isCreation, frame.title == nil, let found = Self.titleMarkers.longest(at: start, in: tokens),
            tokens[start].key != "name" && tokens[start].key != "title" || hasReadThing
        else { return nil }
        var index = start + found.count
        while index < tokens.endIndex, [":", "=", "is", "of"].contains(tokens[index].key) { index += 1 }
        guard let (range, end) = run(from: index, inName: true) else { return nil }
        if case .name? = frame.item { return nil }
        setTitle(range)
        return end
    }

    mutating func setTitle(_ range: Range<Int>) {
        frame.title = text(range)
        if isQuoted(range) { frame.isPlain = false }
    }

    static let pointers: WordSet = ["it", "them", "this", "that", "these", "those"]

    /// Reads the item: by its number, by a word that refers to it, or by its name.
    mutating func name(at start: Int) -> Int? {
        guard start < tokens.endIndex else { return nil }
        if let found = outer.reader.references(for: outer.topic.argument, at: start).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value),
            isEdge(found.end) || tokens[found.end].key == "'s"
        {
            frame.item = .number(number)
            isDefinite = true
            return possession(at: found.end)
        }
        if Self.pointers.contains(tokens[start].key) {
            var end = start + 1
            if end < tokens.endIndex, ["one", "ones", "all"].contains(tokens[end].key) { end += 1 }
            if isEdge(end) {
                frame.item = .mentioned
                isDefinite = true
                return end
            }
        }
        var index = skippingDeterminers(from: start, marks: true)
        guard index < tokens.endIndex else { return nil }
        if let end = numbered(at: index) { return possession(at: end) }
        if isCreation, index < tokens.endIndex, tokens[index].key == "new" { index += 1 }
        if isCreation, let thing = words.things.longest(at: index, in: tokens), !hasReadThing {
            hasReadThing = true
            var next = index + thing.count
            if next < tokens.endIndex, [":", ",", "for"].contains(tokens[next].key) { next += 1 }
            guard next < tokens.endIndex else { return nil }
            if Self.titleMarkers.longest(at: next, in: tokens) != nil { return next }
            if tokens[next].key == "with" || stock(at: next) != nil || Self.placePrepositions.contains(tokens[next].key)
            {
                return next
            }
            return name(at: next)
        }
        if isCreation, let state = words.states.longest(at: index, in: tokens), index + state.count < tokens.endIndex,
            !["new", "open", "good", "clean", "empty", "brand new"].contains(
                text(index..<index + state.count).lowercased()
            ),
            !isStop(index + state.count), tokens[index + state.count].isWord
        {
            frame.fields["state"] = .string(text(index..<index + state.count))
            index += state.count
        }
        guard let (range, end) = run(from: index, inName: true) else { return nil }
        frame.item = .name(text(range))
        if isQuoted(range) { frame.isPlain = false }
        return possession(at: end)
    }

    static let labels = WordSet(words: "EnglishClauseReader.names", "labels")

    /// Reads "item 3", "#3", "the item with ID 3".
    mutating func numbered(at start: Int) -> Int? {
        var index = start
        var isSaid = false
        while index < tokens.endIndex,
            Self.labels.contains(tokens[index].key)
                || isSaid && ["with", "the", ".", "-", ":"].contains(tokens[index].key)
        {
            isSaid = true
            index += 1
        }
        guard isSaid, index < tokens.endIndex, let value = tokens[index].number, let number = Int(exactly: value),
            number >= 0,
            !tokens[index].isGlued, isEdge(index + 1) || tokens[index + 1].key == "'s"
        else { return nil }
        frame.item = .number(number)
        isDefinite = true
        return index + 1
    }

    /// Reads the field of "the stapler's place".
    mutating func possession(at index: Int) -> Int? {
        guard index < tokens.endIndex, tokens[index].key == "'s" else { return index }
        var next = index + 1
        if next < tokens.endIndex, tokens[next].key == "new" { next += 1 }
        guard pending == nil, let found = outer.topic.field(at: next, in: tokens) else { return nil }
        pending = (found.argument, found.word)
        return next + found.count
    }

    /// Finds the run of words that forms one value: up to a mark, or a word that starts another part.
    func run(from start: Int, inName: Bool, isNote: Bool = false) -> (range: Range<Int>, end: Int)? {
        var first = start
        while first < tokens.endIndex, ["the", "a", "an", "our", "my"].contains(tokens[first].key), !isNote,
            !isGlued(first + 1)
        {
            first += 1
        }
        guard first < tokens.endIndex, !tokens[first].isSkippable else { return nil }
        if tokens[first].quotation != nil {
            let end = first + 1
            guard isNote || isEdge(end) || end < tokens.endIndex && tokens[end].key == "'s" else { return nil }
            return (first..<end, end)
        }
        var index = first
        while index < tokens.endIndex {
            if isNote {
                // The text of a note ends where another field starts.
                if index > first, tokens[index].key == ",", beginsField(index + 1) { break }
            } else {
                if closing(at: index) != nil || !isInner(index) || index > first && isStop(index) { break }
                if index == first, isStop(index) { return nil }
                if index > first, outer.topic.field(at: index, in: tokens) != nil,
                    !inName || ["the", "a", "its"].contains(tokens[index - 1].key)
                {
                    if ["the", "a", "its"].contains(tokens[index - 1].key) { index -= 1 }
                    // "Storage place" is a place; two fields in a row are two.
                    if !inName, index + 1 >= tokens.endIndex || isEdge(index + 1), !isSequence { index += 1; continue }
                    break
                }
                if words.negations.longest(at: index, in: tokens) != nil { return nil }
                if inName, index > first, beginsCount(index) { break }
            }
            index += 1
        }
        var end = index
        while end > first, tokens[end - 1].isSkippable { end -= 1 }
        guard end > first, end - first <= (isNote ? 60 : 8) else { return nil }
        // Digits alone are no name.
        if inName, end - first == 1, tokens[first].isNumber { return nil }
        return (first..<end, index)
    }
}
