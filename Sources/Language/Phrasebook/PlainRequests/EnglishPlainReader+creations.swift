import StreamingJSON

// MARK: - Requests for new items

extension EnglishPlainReader {
    /// Verbs that make an item.
    static let creating: [Word] = ["add", "register", "create", "record", "enter", "log"]
    /// Verbs that delete an item.
    static let deleting = TokenSequences(words: "EnglishPlainReader.creations", "deleting")
    /// Verbs that empty a field.
    static let clearing: [Word] = ["clear", "empty", "remove", "delete", "erase"]
    /// Verbs that set fields to new values.
    static let setting: [Word] = ["set", "change", "update", "correct", "adjust"]
    /// Verbs that add to a quantity.
    static let raising: [Word] = ["increase", "raise"]
    /// Verbs that reduce a quantity.
    static let lowering: [Word] = ["decrease", "reduce", "lower"]
    /// Verbs that subtract a number from an item's quantity.
    static let subtracting: [Word] = ["remove", "take", "subtract", "deduct"]

    /// Reads one request from its verb on.
    mutating func clause() -> ItemFrame? {
        if let frame = attempt({ $0.subtraction() }) ?? attempt({ $0.clearing() }) ?? attempt({ $0.storing() }) {
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

    /// Reads "put 12 mugs in the inventory" or "make an item called “lamp”", which are requests only with the inventory
    /// or an item.
    mutating func storing() -> ItemFrame? {
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

    /// Reads the name after "a new item called".
    mutating func called() -> String? {
        attempt { (self: inout Self) -> String? in
            _ = self.accept(["a", "an"])
            _ = self.accept(["new"])
            let isOwnWord = Self.ownThings.longest(at: self.index, in: self.tokens) != nil
            guard self.accept(Self.things) else { return nil }
            // "a product catalog" is a catalog, but "an item lamp" is a lamp.
            return self.accept(Self.titleMarkers) || isOwnWord ? self.name() : nil
        }
    }

    /// Reads "a note to item 4: buy organic".
    mutating func noting() -> ItemFrame? {
        _ = accept(["a", "the"])
        guard fieldWord() == "note", accept(["to", "on", "for"]), let item = item() else { return nil }
        _ = accept([":"])
        _ = accept(["saying"])
        var frame = ItemFrame(act: .set)
        frame.item = item
        return value(of: "note", in: &frame) ? frame : nil
    }

    /// Reads "clear the note of item 4".
    mutating func clearing() -> ItemFrame? {
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

    /// Reads "item 4 the barcode 123" after "give".
    mutating func giving() -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        guard let item = item() else { return nil }
        _ = accept(["the", "a"])
        guard let argument = fieldWord(), argument != "quantity", value(of: argument, in: &frame) else { return nil }
        frame.item = item
        return frame
    }

    /// Reads "the quantity of item 4" after "double".
    mutating func multiplication(_ factor: String) -> ItemFrame? {
        _ = accept(["the"])
        guard fieldWord() == "quantity", accept(["of"]), let item = item() else { return nil }
        var frame = ItemFrame(act: .multiply)
        frame.item = item
        frame.factor = factor
        return frame
    }

    /// Reads the new item after "add".
    mutating func creation() -> ItemFrame? {
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
                // "add two more" means the item of the previous turn.
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

    /// Words for any item.
    static let things = TokenSequences(words: "EnglishPlainReader.creations", "things")
    /// Words for any item that are in no title.
    static let ownThings = TokenSequences(["item", "inventory item", "inventory entry"])
    /// Words before the title of an item.
    static let titleMarkers = TokenSequences(["called", "named", "titled", "with the name", "with the title", ":"])

    /// Reads the item after "to".
    mutating func target() -> ItemFrame.Item? { accept(["to"]) ? item() : nil }

    /// Reads "3 from item 5" after a verb that subtracts.
    mutating func subtraction() -> ItemFrame? {
        guard accept(Self.subtracting), let number = number() else { return nil }
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
}
