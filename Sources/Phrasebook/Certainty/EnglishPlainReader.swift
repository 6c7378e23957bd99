import StreamingJSON

/// Reads English requests about items that are said in the plainest way.
struct EnglishPlainReader {
    /// Longer sentences are not plain.
    private static let tokenLimit = 48
    /// Words beyond which a value may hold more than itself.
    private static let wordLimit = 4

    private let reader: SlotReader
    private let tokens: ArraySlice<Token>
    private let topic: ItemTopic
    private let recent: Referents
    private let words = ItemWords.english
    private var index: Int
    /// Whether the request is put as a question: "could you".
    private var isAsked = false

    init(_ reader: SlotReader, _ topic: ItemTopic, _ recent: Referents) {
        self.reader = reader
        self.topic = topic
        self.recent = recent
        tokens = reader.tokens
        index = tokens.startIndex
    }

    /// The requests; empty for courtesy alone, `nil` when a word has no part in a plain request.
    mutating func read() -> [ItemFrame]? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        var frames: [ItemFrame] = []
        while !isAtEnd {
            guard let frame = clause() else { return nil }
            frames.append(frame)
            // "… and 2 erasers", "… and item 9 to 10" are of the same verb.
            while let other = attempt({ $0.further(frame) }) { frames.append(other) }
            skipClosings()
            guard !isAtEnd else { break }
            guard accept(Self.joints) else { return nil }
            skipOpenings()
        }
        return frames
    }

    /// Another request of the verb before.
    private mutating func further(_ last: ItemFrame) -> ItemFrame? {
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

    /// The item that the sentence names, when it does nothing else.
    mutating func readItem() -> ItemFrame.Item? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        if let number = wholeNumber(), isEnded { return .number(number) }
        guard let item = item(), isEnded else { return nil }
        return item
    }

    private var isEnded: Bool {
        var copy = self
        copy.skipClosings()
        return copy.isAtEnd
    }

    // MARK: Tokens

    private var isAtEnd: Bool { index >= tokens.endIndex }
    private var key: Word? { isAtEnd ? nil : tokens[index].key }

    private mutating func accept(_ keys: [Word]) -> Bool {
        guard let key, keys.contains(key), tokens[index].quotation == nil, !isGlued(index + 1) else { return false }
        index += 1
        return true
    }

    /// Whether a token continues the word before it, as the 4 of "A4" does.
    private func isGlued(_ place: Int) -> Bool { place < tokens.endIndex && tokens[place].isGlued }

    private mutating func accept(_ sequences: TokenSequences) -> Bool {
        guard let found = sequences.longest(at: index, in: tokens) else { return false }
        index += found.count
        return true
    }

    /// Tries a part, and stays where it was when that cannot be read.
    private mutating func attempt<Part>(_ read: (inout Self) -> Part?) -> Part? {
        let before = self
        if let part = read(&self) { return part }
        self = before
        return nil
    }

    private static let askings = TokenSequences([
        "can you", "could you", "would you", "will you", "can u", "could u", "can you pls", "can you please",
        "could you please", "would you please", "will you please",
    ])
    private static let openings = TokenSequences([
        "please", "hi", "hello", "hey", "ok", "okay", "thanks", "thank you", "torii", "hey torii", "hi torii",
        "good morning",
        "good afternoon", "good evening", "pls",
    ])
    private static let closings = TokenSequences([
        "please", "thanks", "thank you", "thank you very much", "thanks a lot", "for me", "pls", "cheers", "thx",
        "completely",
    ])
    private static let joints = TokenSequences(["and", "and then", "then", "and also"])

    private mutating func skipOpenings() {
        while !isAtEnd {
            if accept([",", "!", "."]) || accept(Self.openings) { continue }
            guard accept(Self.askings) else { return }
            isAsked = true
        }
    }

    private mutating func skipClosings() {
        while accept(Self.closings) || accept([".", "!"]) || isAsked && accept(["?"]) || closesAfterComma() {}
    }

    private mutating func closesAfterComma() -> Bool {
        guard key == ",",
            index + 1 >= tokens.endIndex || Self.closings.longest(at: index + 1, in: tokens) != nil
                || Self.joints.longest(at: index + 1, in: tokens) != nil
        else { return false }
        index += 1
        return true
    }

    // MARK: Clauses

    private static let creating: [Word] = ["add", "register", "create", "record", "enter", "log"]
    private static let deleting = TokenSequences([
        "delete", "remove", "erase", "throw out", "throw away", "get rid of", "discard",
    ])
    private static let clearing: [Word] = ["clear", "empty", "remove", "delete", "erase"]
    private static let setting: [Word] = ["set", "change", "update", "correct", "adjust"]
    private static let raising: [Word] = ["increase", "raise"]
    private static let lowering: [Word] = ["decrease", "reduce", "lower"]
    private static let taking: [Word] = ["remove", "take", "subtract", "deduct"]

    private mutating func clause() -> ItemFrame? {
        if let frame = attempt({ $0.taking() }) ?? attempt({ $0.clearing() }) ?? attempt({ $0.storing() }) {
            return frame
        }
        if accept(Self.creating) { return creation() }
        if accept(Self.deleting) { return deletion() }
        if accept(Self.setting) { return setting() }
        if accept(Self.raising) { return change(.increase) }
        if accept(Self.lowering) { return change(.decrease) }
        if accept(["move", "transfer"]) { return move() }
        if accept(["rename"]) { return renaming() }
        if accept(["mark"]) { return marking() }
        if accept(["give"]) { return giving() }
        if accept(["halve"]) { return multiplication("half") }
        if accept(["double"]) { return multiplication("double") }
        if accept(["triple"]) { return multiplication("triple") }
        return nil
    }

    /// "put 12 mugs in the inventory", "make an item called “lamp”", which are no requests without the inventory or an item.
    private mutating func storing() -> ItemFrame? {
        if accept(["make"]) {
            return called().map { name in
                var frame = ItemFrame(act: .create)
                frame.item = .name(name)
                return frame
            }
        }
        guard accept(["put"]) else { return nil }
        guard let number = number() else {
            // "put it in the meeting room"
            var frame = ItemFrame(act: .move)
            frame.item = item()
            guard case .number? = frame.item, accept(["in", "into", "on"]), value(of: "place", in: &frame) else {
                return nil
            }
            return frame
        }
        var frame = ItemFrame(act: .create)
        frame.quantity = number
        frame.unit = attempt { $0.unitBeforeName() }
        guard let name = name(after: true), stock(["in", "into"]) != nil else { return nil }
        frame.item = .name(name)
        return frame
    }

    /// The name behind "a new item called".
    private mutating func called() -> String? {
        attempt { (self: inout Self) -> String? in
            _ = self.accept(["a", "an"])
            _ = self.accept(["new"])
            let isOwnWord = Self.ownThings.longest(at: self.index, in: self.tokens) != nil
            guard self.accept(Self.things) else { return nil }
            // "a product catalog" is a catalog, "an item lamp" a lamp.
            return self.accept(Self.callings) || isOwnWord ? self.name() : nil
        }
    }

    /// Reads "a note to item 4: buy organic".
    private mutating func noting() -> ItemFrame? {
        _ = accept(["a", "the"])
        guard fieldWord() == "note", accept(["to", "on", "for"]), let item = item() else { return nil }
        _ = accept([":"])
        _ = accept(["saying"])
        var frame = ItemFrame(act: .set)
        frame.item = item
        return value(of: "note", in: &frame) ? frame : nil
    }

    private mutating func clearing() -> ItemFrame? {
        guard accept(Self.clearing) else { return nil }
        _ = accept(["the"])
        guard let found = topic.field(at: index, in: tokens) else { return nil }
        index += found.count
        guard accept(["of", "from", "on", "for"]), let item = item() else { return nil }
        var frame = ItemFrame(act: .clear)
        frame.item = item
        frame.cleared = found.word
        return frame
    }

    private mutating func giving() -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        guard let item = item() else { return nil }
        _ = accept(["the", "a"])
        guard let argument = fieldWord(), argument != "quantity", value(of: argument, in: &frame) else { return nil }
        frame.item = item
        return frame
    }

    private mutating func multiplication(_ factor: String) -> ItemFrame? {
        _ = accept(["the"])
        guard fieldWord() == "quantity", accept(["of"]), let item = item() else { return nil }
        var frame = ItemFrame(act: .multiply)
        frame.item = item
        frame.factor = factor
        return frame
    }

    private mutating func creation() -> ItemFrame? {
        if let frame = attempt({ $0.noting() }) { return frame }
        var frame = ItemFrame(act: .create)
        if let called = called() {
            frame.item = .name(called)
        } else {
            let hasArticle = accept(["a", "an"])
            if hasArticle {
                frame.unit = attempt { $0.unitBeforeName() }
                if frame.unit != nil { frame.quantity = 1 }
            } else if let number = number() {
                frame.quantity = number
                frame.isMore = accept(["more"])
                frame.unit = attempt { $0.unitBeforeName() }
                if frame.unit == nil, let item = attempt({ $0.target() }) {
                    frame.act = .increase
                    frame.item = item
                    return frame
                }
                // "add two more", of the item of the turn before.
                if frame.isMore, isEnded, let number = recent.number(.mentioned, for: topic.argument) {
                    frame.act = .increase
                    frame.item = .number(number)
                    return frame
                }
            }
            guard let name = name(after: frame.quantity != nil) else { return nil }
            frame.item = .name(name)
        }
        while attempt({ $0.stock(["to", "into", "in"]) }) != nil
            || attempt({ $0.field(of: &frame, ["of", ":", "=", "is"]) }) != nil
            || attempt({ $0.placed(&frame) }) != nil
        {}
        return frame
    }

    private static let things = TokenSequences([
        "item", "inventory item", "stock item", "product", "entry", "inventory entry",
    ])
    private static let ownThings = TokenSequences(["item", "inventory item", "inventory entry"])
    private static let callings = TokenSequences(["called", "named", "titled", "with the name", "with the title", ":"])

    private mutating func target() -> ItemFrame.Item? { accept(["to"]) ? item() : nil }

    /// "3 from item 5" after a verb for taking.
    private mutating func taking() -> ItemFrame? {
        guard accept(Self.taking), let number = number() else { return nil }
        var frame = ItemFrame(act: .decrease)
        frame.quantity = number
        if let found = words.units.longest(at: index, in: tokens) {
            frame.unit = text(index..<index + found.count)
            index += found.count
        }
        guard accept(["from"]), let item = item() else { return nil }
        frame.item = item
        return frame
    }

    private mutating func deletion() -> ItemFrame? {
        var frame = ItemFrame(act: .delete)
        guard let first = item() else { return nil }
        frame.item = first
        while let other = attempt({ (self: inout Self) -> ItemFrame.Item? in
            guard self.accept([",", "and"]) else { return nil }
            _ = self.accept(["and"])
            if case .number = first, let number = self.wholeNumber() { return .number(number) }
            return self.item()
        }) {
            frame.others.append(other)
        }
        _ = attempt { $0.stock(["from"]) }
        return frame
    }

    private mutating func setting() -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        let named = attempt { (self: inout Self) -> (ItemFrame.Item, String)? in
            _ = self.accept(["the"])
            guard let argument = self.fieldWord(), self.accept(["of", "for", "on"]), let item = self.item() else {
                return nil
            }
            return (item, argument)
        }
        let owned =
            named
            ?? attempt { (self: inout Self) -> (ItemFrame.Item, String)? in
                guard let item = self.item() else { return nil }
                _ = self.accept(["'s"])
                guard let argument = self.fieldWord() else { return nil }
                return (item, argument)
            }
        guard let (item, argument) = owned ?? attempt({ $0.counted() }) else { return nil }
        if argument == "quantity" {
            _ = attempt { (self: inout Self) -> Double? in self.accept(["from"]) ? self.number() : nil }
        }
        guard accept(["to", "as", "="]), value(of: argument, in: &frame) else { return nil }
        frame.item = item
        while attempt({ (self: inout Self) -> Void? in
            guard self.accept([",", "and"]) else { return nil }
            _ = self.accept(["and"])
            _ = self.accept(["the", "its"])
            guard let argument = self.fieldWord(), self.accept(["to", "as", "="]), self.value(of: argument, in: &frame)
            else { return nil }
            return ()
        }) != nil {}
        return frame
    }

    /// "item 8 to 30": a number alone is the quantity.
    private mutating func counted() -> (ItemFrame.Item, String)? {
        guard let item = item(), key == "to" else { return nil }
        var rest = self
        rest.index += 1
        return rest.number() == nil ? nil : (item, "quantity")
    }

    private mutating func change(_ act: ItemFrame.Act) -> ItemFrame? {
        var frame = ItemFrame(act: act)
        let named = attempt { (self: inout Self) -> ItemFrame.Item? in
            _ = self.accept(["the"])
            guard self.fieldWord() == "quantity", self.accept(["of", "for"]) else { return nil }
            return self.item()
        }
        let owned =
            named
            ?? attempt { (self: inout Self) -> ItemFrame.Item? in
                guard let item = self.item() else { return nil }
                if self.accept(["'s"]), self.fieldWord() != "quantity" { return nil }
                return item
            }
        guard let owned, accept(["by"]), value(of: "quantity", in: &frame) else { return nil }
        frame.item = owned
        return frame
    }

    private mutating func move() -> ItemFrame? {
        var frame = ItemFrame(act: .move)
        guard let item = item(), accept(["to"]), value(of: "place", in: &frame) else { return nil }
        frame.item = item
        return frame
    }

    private mutating func renaming() -> ItemFrame? {
        var frame = ItemFrame(act: .rename)
        guard let item = item(), accept(["to"]), let name = name() else { return nil }
        frame.item = item
        frame.title = name
        return frame
    }

    private mutating func marking() -> ItemFrame? {
        var frame = ItemFrame(act: .mark)
        guard let item = item(), accept(["as"]), value(of: "state", in: &frame) else { return nil }
        frame.item = item
        return frame
    }

    // MARK: Parts

    private func text(_ range: Range<Int>) -> String { reader.utterance.content(of: range) }

    private mutating func stock(_ prepositions: [Word]) -> Void? {
        guard accept(prepositions) else { return nil }
        _ = accept(["the", "our", "my"])
        return accept(Self.stocks) ? () : nil
    }

    private static let stocks = TokenSequences(["inventory", "stock", "inventory list", "stock list", "list"])

    /// A field of a new item: ", category office", "with quantity 3".
    private mutating func field(of frame: inout ItemFrame, _ links: [Word]) -> Void? {
        _ = accept([","])
        _ = accept(["and"])
        _ = accept(["with"])
        _ = accept(["the", "a"])
        guard let argument = fieldWord(), argument != "title" else { return nil }
        _ = accept(links)
        return value(of: argument, in: &frame) ? () : nil
    }

    /// Words behind "in the" that are no place.
    private static let noPlaces: Set<Word> = [
        "color", "colour", "size", "shape", "style", "form", "way", "meantime", "middle", "end", "box", "boxes", "pack",
        "packs", "same",
        "cart", "basket", "order", "calendar", "budget", "collection", "database", "system", "catalog", "total", "bulk",
        "stead", "group",
        "set", "rest", "mix", "latter", "former", "top", "bottom", "side", "red", "blue", "green", "black", "white",
        "yellow", "style",
    ]

    /// Where a new item is, if that is plainly the name of a place: "in the kitchen", "to Cabinet B", "in drawer 3".
    private mutating func placed(_ frame: inout ItemFrame) -> Void? {
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

    private mutating func fieldWord() -> String? {
        guard let found = topic.field(at: index, in: tokens), found.argument != "version" else { return nil }
        index += found.count
        return found.argument
    }

    /// Reads a field's value into a frame that has none yet.
    private mutating func value(of argument: String, in frame: inout ItemFrame) -> Bool {
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

    /// A run of letters, digits and marks without spaces, or a quotation.
    private func code() -> Range<Int>? {
        guard !isAtEnd, !tokens[index].isSkippable else { return nil }
        if tokens[index].quotation != nil { return index..<index + 1 }
        var end = index + 1
        while end < tokens.endIndex, tokens[end - 1].range.upperBound == tokens[end].range.lowerBound,
            !tokens[end].isSkippable || tokens[end].kind == .joint, tokens[end].quotation == nil
        { end += 1 }
        return tokens[index..<end].contains(where: \.isNumber) && !tokens[end - 1].isSkippable ? index..<end : nil
    }

    /// A number in digits or words, zero or more.
    private mutating func number() -> Double? {
        guard let found = reader.number(at: index, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, value >= 0,
            found.end >= tokens.endIndex || !tokens[found.end].isGlued
                || Self.measures.longest(at: found.end, in: tokens) != nil
        else { return nil }
        index = found.end
        return value
    }

    private mutating func wholeNumber() -> Int? {
        guard !isAtEnd, let value = tokens[index].number, let number = Int(exactly: value), number >= 0,
            index + 1 >= tokens.endIndex || !tokens[index + 1].isGlued
        else { return nil }
        index += 1
        return number
    }

    private static let measures = TokenSequences([
        "kg", "g", "l", "ml", "kilos", "kilograms", "grams", "liters", "litres",
    ])

    /// What a number counts, in front of the name: "boxes of", "kg".
    private mutating func unitBeforeName() -> String? {
        guard let found = words.units.longest(at: index, in: tokens) else { return nil }
        let range = index..<index + found.count
        let isMeasure = Self.measures.longest(at: index, in: tokens) != nil
        index = range.upperBound
        guard accept(["of"]) || isMeasure else { return nil }
        return text(range)
    }

    /// An item: by its number, by a word that points at the one of the turn before, or by its name.
    private mutating func item() -> ItemFrame.Item? {
        if accept(["it", "that", "this"]) {
            _ = accept(["one", "item"])
            return recent.number(.mentioned, for: topic.argument).map { .number($0) }
        }
        _ = accept(["the", "our", "my"])
        if let number = attempt({ $0.numbered() }) { return .number(number) }
        if let reference = reference() { return .number(reference) }
        return name(isItem: true).map { .name($0) }
    }

    private static let labels = TokenSequences([
        "item", "items", "id", "#", "number", "item id", "item number", "item no", "item #", "inventory item",
        "stock item",
        "item with id", "item with the id", "item with number", "product", "ids", "no", "entry", "entry no",
        "entry number",
    ])

    private mutating func numbered() -> Int? {
        guard accept(Self.labels) else { return nil }
        _ = accept(["#", "."])
        return wholeNumber()
    }

    /// "the second one", of the list that the turn before has shown.
    private mutating func reference() -> Int? {
        guard recent.number(.last, for: topic.argument) != nil, !isAtEnd,
            tokens[index].kind == .word || tokens[index].isNumber,
            let found = reader.references(for: topic.argument, at: index).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value)
        else { return nil }
        index = found.end
        return number
    }

    // MARK: Values

    /// A name in quotation marks, or one of a few plain words.
    ///
    /// - Parameter isItem: Whether it is of an item that must have exactly this title, so that the words in it matter less.
    private mutating func name(after isCounted: Bool = false, isItem: Bool = false) -> String? {
        guard let range = run(isValue: false, isItem: isItem) else { return nil }
        if !isItem, tokens[range.lowerBound].quotation == nil {
            // "3 box files" may be files in boxes, "green tea bags" are bags.
            func isUnit(_ place: Int) -> Bool { words.units.longest(at: place, in: tokens) != nil }
            let last = range.upperBound - 1
            guard !range.dropLast().contains(where: isUnit), !isUnit(last) || range.count > 1 && isCounted else {
                return nil
            }
        }
        index = range.upperBound
        return text(range)
    }

    /// A run of plain tokens from here on that is one value.
    private func run(isValue: Bool, isItem: Bool = false) -> Range<Int>? {
        var start = index
        if isValue { while start < tokens.endIndex, ["the", "our", "my"].contains(tokens[start].key) { start += 1 } }
        guard start < tokens.endIndex else { return nil }
        if tokens[start].quotation != nil { return start..<start + 1 }
        var end = start
        var count = 0
        while end < tokens.endIndex {
            let token = tokens[end]
            if token.kind == .joint || token.key == "." {
                // "first-aid", "Rm-2", but not "pens - blue".
                guard end > start, end + 1 < tokens.endIndex, tokens[end + 1].kind == .word || tokens[end + 1].isNumber,
                    tokens[end - 1].range.upperBound == token.range.lowerBound,
                    token.range.upperBound == tokens[end + 1].range.lowerBound
                else { break }
                end += 1
                continue
            }
            let isJoined =
                end > start && (token.isGlued || tokens[end - 1].kind == .joint || tokens[end - 1].key == ".")
            guard isJoined || isPlain(end, isFirst: end == start, isValue: isValue, isItem: isItem) else { break }
            if !isJoined { count += 1 }
            end += 1
        }
        guard end > start, count <= Self.wordLimit else { return nil }
        return start..<end
    }

    private func isPlain(_ place: Int, isFirst: Bool, isValue: Bool, isItem: Bool) -> Bool {
        let token = tokens[place]
        // A number belongs to a value as in "Shelf 3", and to a name only where letters touch it, as in "A4".
        if token.isNumber { return isValue && !isFirst || isGlued(place + 1) }
        guard token.kind == .word, token.key.text.utf8.count <= 30 else { return false }
        // "A4"
        if isGlued(place + 1) { return true }
        guard topic.field(at: place, in: tokens) == nil, LanguageData.english.numberWords[token.key] == nil else {
            return false
        }
        if isItem { return !PlainWords.englishParts.contains(token.key) }
        // "Room B"
        if isValue, !isFirst, token.key.text.utf8.count == 1 { return true }
        return !PlainWords.english.contains(token.key) && (isValue || !PlainWords.isInflected(token.key.text))
    }
}
