import StreamingJSON

// MARK: - Values and places

extension EnglishClauseReader {
    static let valueLinks: WordSet = ["to", "as", "into", "=", "is", ":"]

    /// Reads "… to 20", "… as broken", "… by 3".
    mutating func value(at start: Int) -> Int? {
        let key = tokens[start].key
        if key == "by" || key == "with", frame.act == .increase || frame.act == .decrease || frame.act == .set {
            if key == "by", start + 1 < tokens.endIndex, tokens[start + 1].key == "half" {
                frame.factor = "half"
                return start + 2
            }
            guard frame.quantity == nil else { return nil }
            return number(at: start + 1)
        }
        // "Put them at 0"
        if key == "at", verb == "put", frame.item != nil, isDefinite, frame.quantity == nil,
            let end = number(at: start + 1), isEdge(end)
        {
            frame.act = .set
            return end
        }
        guard Self.valueLinks.contains(key), !isCreation, hasName || pending != nil, start + 1 < tokens.endIndex else {
            return nil
        }
        if key == "to" || key == "into", frame.act == .move { return nil }
        if let field = pending {
            pending = nil
            return fieldValue(field.argument, field.word, from: start + 1, isFirst: false)
        }
        switch frame.act {
        case .rename:
            guard let (range, end) = run(from: start + 1, inName: true) else { return nil }
            frame.title = text(range)
            return end
        case .mark:
            guard let (range, end) = run(from: start + 1, inName: false) else { return nil }
            frame.fields["state"] = .string(text(range))
            return end
        case .set, .increase, .decrease:
            if frame.quantity == nil, let end = number(at: start + 1), isEdge(end) {
                // "Reduce it to 5" states the remaining quantity.
                if frame.act != .set { frame.act = .set }
                return end
            }
            guard frame.act == .set, let state = words.states.longest(at: start + 1, in: tokens),
                isEdge(start + 1 + state.count)
            else { return nil }
            frame.fields["state"] = .string(text(start + 1..<start + 1 + state.count))
            return start + 1 + state.count
        case .create, .delete, .move, .clear, .multiply: return nil
        }
    }

    /// Reads an item with values for its fields, without a verb: "item 13 unit should be bags", "Green tea: place
    /// Drawer 3".
    mutating func record(from start: Int) -> Int? {
        guard let end = name(at: start), isDefinite || end < tokens.endIndex && tokens[end].key == ":" else {
            return nil
        }
        var next = end
        if next < tokens.endIndex, tokens[next].key == ":" { next += 1 }
        guard pending == nil, next < tokens.endIndex, let found = outer.topic.field(at: next, in: tokens),
            next + found.count < tokens.endIndex
        else { return nil }
        return read(from: next)
    }

    /// Reads the place after "should be".
    mutating func destination(at start: Int) -> Int? {
        guard start < tokens.endIndex, Self.placePrepositions.contains(tokens[start].key) || tokens[start].key == "to",
            let end = preposition(at: start), let text = place
        else { return nil }
        frame.fields["place"] = .string(text)
        var last = end
        while let next = closing(at: last) { last = next }
        return last
    }

    static let placePrepositions: WordSet = ["in", "at", "on", "under", "inside", "onto", "into", "near", "behind"]
    static let storageVerbs = TokenSequences(words: "EnglishClauseReader.values", "storageVerbs")

    mutating func preposition(at start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex, index - start < 4, let found = Self.storageVerbs.longest(at: index, in: tokens),
            hasName
        {
            index += found.count
        }
        guard index < tokens.endIndex else { return nil }
        let key = tokens[index].key
        let isPlace = Self.placePrepositions.contains(key) || (key == "to" || key == "over") && frame.act != .delete
        if key == "from" || key == "of" || key == "off" || key == "out", index == start { return origin(at: start) }
        guard isPlace else { return nil }
        // "Add 5 kg to the coffee beans."
        if key == "to", !hasName, frame.quantity != nil, frame.act == .create || frame.act == .increase {
            frame.act = .increase
            return name(at: index + 1)
        }
        guard hasName, frame.act != .set || index > start || true else { return nil }
        var from = index + 1
        while from < tokens.endIndex, ["to", "in", "the", "our", "my", "a"].contains(tokens[from].key) { from += 1 }
        guard let (range, end) = run(from: from, inName: false) else { return nil }
        // "in the Food category", "in good condition"
        if range.count > 1, let field = outer.topic.field(at: range.upperBound - 1, in: tokens),
            ["category", "state", "place"].contains(field.argument)
        {
            guard frame.fields[field.argument] == nil else { return nil }
            frame.fields[field.argument] = .string(text(range.lowerBound..<range.upperBound - 1))
            return end
        }
        guard place == nil, frame.act == .create || frame.act == .move || frame.act == .delete || frame.act == .decrease
        else {
            return nil
        }
        place = text(range)
        return end
    }

    /// Reads the source of a removal: an item, or its former place.
    mutating func origin(at start: Int) -> Int? {
        var index = start + 1
        while index < tokens.endIndex, ["of", "from"].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex else {
            return tokens[start].key == "out" || tokens[start].key == "off" ? index : nil
        }
        if tokens[start].key == "out" || tokens[start].key == "off", isEdge(index) { return index }
        if !hasName { return name(at: index) }
        guard frame.act == .move || frame.act == .decrease || frame.act == .set else { return nil }
        if frame.act == .set, let end = number(at: index, isKept: false) { return end }
        index = skippingDeterminers(from: index)
        return run(from: index, inName: false)?.end
    }
}
