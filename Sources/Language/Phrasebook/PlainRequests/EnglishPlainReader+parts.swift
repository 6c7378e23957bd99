import StreamingJSON

// MARK: - Items, numbers and fields

extension EnglishPlainReader {
    /// Returns the text of some tokens.
    func text(_ range: Range<Int>) -> String { reader.utterance.content(of: range) }

    /// Reads the collection after a preposition: "to the inventory".
    mutating func stock(_ prepositions: [Word]) -> Void? {
        guard accept(prepositions) else { return nil }
        _ = accept(["the", "our", "my"])
        return accept(Self.stocks) ? () : nil
    }

    /// Words for the collection.
    static let stocks = TokenSequences(["inventory", "stock", "inventory list", "stock list", "list"])

    /// Reads a field of a new item: ", category office", "with quantity 3".
    mutating func field(of frame: inout ItemFrame, _ links: [Word]) -> Void? {
        _ = accept([","])
        _ = accept(["and"])
        _ = accept(["with"])
        _ = accept(["the", "a"])
        guard let argument = fieldWord(), argument != "title" else { return nil }
        _ = accept(links)
        return value(of: argument, in: &frame) ? () : nil
    }

    /// Words after "in the" that are no place.
    static let noPlaces = WordSet(words: "EnglishPlainReader.parts", "noPlaces")

    /// Reads the place of a new item if it is plainly a place's name: "in the kitchen", "to Cabinet B", "in drawer 3".
    mutating func placed(_ frame: inout ItemFrame) -> Void? {
        guard frame.fields["place"] == nil, accept(["in", "to", "into", "at", "on"]) else { return nil }
        let isDefinite = key == "the" || key == "our"
        guard let range = run(isValue: true), tokens[range.lowerBound].quotation == nil, range.count <= 3,
            !tokens[range].contains(where: { Self.noPlaces.contains($0.key) })
        else { return nil }
        let isNamed = reader.utterance.text.characters[tokens[range.lowerBound].range.lowerBound].isUppercase
        let isLettered =
            range.count > 1 && (tokens[range.upperBound - 1].isNumber || tokens[range.upperBound - 1].range.count == 1)
        guard isDefinite || isNamed || isLettered else { return nil }
        frame.fields["place"] = .string(text(range))
        index = range.upperBound
        return ()
    }

    /// Reads the word for a field, and returns its argument.
    mutating func fieldWord() -> String? {
        guard let found = topic.field(at: index, in: tokens), found.argument != "version" else { return nil }
        index += found.count
        return found.argument
    }

    /// Reads a field's value into a frame that has no value for it yet.
    mutating func value(of argument: String, in frame: inout ItemFrame) -> Bool {
        switch argument {
        case "quantity":
            guard frame.quantity == nil, let number = number() else { return false }
            frame.quantity = number
            if let found = words.units.longest(at: index, in: tokens), frame.unit == nil,
                topic.field(at: index, in: tokens) == nil
            {
                frame.unit = text(index..<index + found.count)
                index += found.count
            }
        case "title":
            guard frame.title == nil, let name = name() else { return false }
            frame.title = name
        case "unit":
            guard frame.unit == nil, let found = words.units.longest(at: index, in: tokens) else { return false }
            frame.unit = text(index..<index + found.count)
            index += found.count
        case "code":
            guard frame.fields[argument] == nil, let range = code() else { return false }
            frame.fields[argument] = .string(text(range))
            index = range.upperBound
        default:
            let states = argument == "state" ? words.states.longest(at: index, in: tokens)?.count : nil
            guard frame.fields[argument] == nil, let range = states.map({ index..<index + $0 }) ?? run(isValue: true)
            else { return false }
            frame.fields[argument] = .string(text(range))
            index = range.upperBound
        }
        return true
    }

    /// Finds a run of letters, digits and marks without spaces, or a quotation.
    func code() -> Range<Int>? {
        guard !isAtEnd, !tokens[index].isSkippable else { return nil }
        if tokens[index].quotation != nil { return index..<index + 1 }
        var end = index + 1
        while end < tokens.endIndex, tokens[end - 1].range.upperBound == tokens[end].range.lowerBound,
            !tokens[end].isSkippable || tokens[end].kind == .joint, tokens[end].quotation == nil
        { end += 1 }
        return tokens[index..<end].contains(where: \.isNumber) && !tokens[end - 1].isSkippable ? index..<end : nil
    }

    /// Reads a number in digits or words, zero or more.
    mutating func number() -> Double? {
        guard let found = reader.number(at: index, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, value >= 0,
            found.end >= tokens.endIndex || !tokens[found.end].isGlued
                || Self.measures.longest(at: found.end, in: tokens) != nil
        else { return nil }
        index = found.end
        return value
    }

    /// Reads a whole number in digits.
    mutating func wholeNumber() -> Int? {
        guard !isAtEnd, let value = tokens[index].number, let number = Int(exactly: value), number >= 0,
            index + 1 >= tokens.endIndex || !tokens[index + 1].isGlued
        else { return nil }
        index += 1
        return number
    }

    /// Units that need no "of".
    static let measures = TokenSequences(words: "EnglishPlainReader.parts", "measures")

    /// Reads the unit before a name: "boxes of", "kg".
    mutating func unitBeforeName() -> String? {
        guard let found = words.units.longest(at: index, in: tokens) else { return nil }
        let range = index..<index + found.count
        let isMeasure = Self.measures.longest(at: index, in: tokens) != nil
        index = range.upperBound
        guard accept(["of"]) || isMeasure else { return nil }
        return text(range)
    }

    /// Reads an item: by its number, by a word that points at the item of the previous turn, or by its name.
    mutating func item() -> ItemFrame.Item? {
        if accept(["it", "that", "this"]) {
            _ = accept(["one", "item"])
            return recent.number(.mentioned, for: topic.argument).map { .number($0) }
        }
        _ = accept(["the", "our", "my"])
        if let number = attempt({ $0.numbered() }) { return .number(number) }
        if let reference = reference() { return .number(reference) }
        return name(isItem: true).map { .name($0) }
    }

    /// Words before the number of an item.
    static let labels = TokenSequences(words: "EnglishPlainReader.parts", "labels")

    /// Reads "item 4".
    mutating func numbered() -> Int? {
        guard accept(Self.labels) else { return nil }
        _ = accept(["#", "."])
        return wholeNumber()
    }

    /// Reads "the second one", from the list that the previous turn showed.
    mutating func reference() -> Int? {
        guard recent.number(.last, for: topic.argument) != nil, !isAtEnd,
            tokens[index].kind == .word || tokens[index].isNumber,
            let found = reader.references(for: topic.argument, at: index).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value)
        else { return nil }
        index = found.end
        return number
    }
}
