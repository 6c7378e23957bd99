import StreamingJSON

// MARK: - Fields and their values

extension EnglishClauseReader {
    static let links = TokenSequences(words: "EnglishClauseReader.fields", "links")

    mutating func field(at start: Int) -> Int? {
        guard pending == nil else { return nil }
        var index = start
        while index < tokens.endIndex,
            ["with", "having", "under", "and", "has", "'s", "in", "on", "which", "give"].contains(tokens[index].key),
            index - start < 2
        {
            index += 1
        }
        let possessor = index
        while index < tokens.endIndex,
            Self.determiners.contains(tokens[index].key) || tokens[index].key == "new" || tokens[index].key == "another"
        { index += 1 }
        if index > possessor, !hasName, !isCreation, ["its", "their"].contains(tokens[possessor].key),
            outer.topic.field(at: index, in: tokens) != nil
        {
            point()
        }
        guard let found = outer.topic.field(at: index, in: tokens), found.argument != "version" else { return nil }
        let isAfterPreposition = index > start && ["in", "on", "under"].contains(tokens[start].key)
        if isAfterPreposition, found.argument == "note" || found.argument == "quantity" || found.argument == "title" {
            return nil
        }
        if found.argument == "title", isCreation { return nil }
        let next = index + found.count
        // Before its value, or before its item; otherwise it may be part of a name.
        guard next < tokens.endIndex else {
            guard hasName, !isCreation else { return nil }
            pending = (found.argument, found.word)
            return next
        }
        if !isCreation || isRecordOfField(next), ["of", "for", "on", "from", "to"].contains(tokens[next].key), !hasName
        {
            let before = self
            isDefinite = false
            if let end = name(at: next + 1), !isNumberValue(next, of: found.argument) {
                pending = (found.argument, found.word)
                if isCreation { frame.act = .set }
                return valueAfterItem(end)
            }
            self = before
        }
        return fieldValue(found.argument, found.word, from: next, isFirst: index == start && !hasName)
    }

    /// Returns whether a verb that creates items adds a field to one: "add a note to …".
    func isRecordOfField(_ next: Int) -> Bool {
        ["to", "on", "for"].contains(tokens[next].key) && isCreation
    }

    /// Returns whether a value follows the "of" in "quantity of 10".
    func isNumberValue(_ index: Int, of argument: String) -> Bool {
        argument == "quantity" && index + 1 < tokens.endIndex && tokens[index + 1].isNumber && isEdge(index + 2)
    }

    /// Reads the value after "the note of item 4", if it follows immediately.
    mutating func valueAfterItem(_ index: Int) -> Int? {
        guard let field = pending, field.argument == "note" else { return index }
        var next = index
        while next < tokens.endIndex, [",", ":", "that", "saying", "says"].contains(tokens[next].key) { next += 1 }
        guard next > index, next < tokens.endIndex else { return index }
        pending = nil
        return fieldValue(field.argument, field.word, from: next, isFirst: false)
    }

    mutating func fieldValue(_ argument: String, _ word: String, from start: Int, isFirst: Bool) -> Int? {
        var index = start
        var isLinked = false
        while index < tokens.endIndex {
            if [":", "=", "-", "–"].contains(tokens[index].key) {
                index += 1
                isLinked = true
            } else if let link = Self.links.longest(at: index, in: tokens), !isLinked || tokens[index].key == "of" {
                index += link.count
                isLinked = true
            } else {
                break
            }
        }
        guard index < tokens.endIndex else { return nil }
        // "Set the quantity to 5": the word is before the item, or the item before it; without a link it may be a name.
        if isFirst, !isLinked, isCreation, !isWrittenValue(argument, index), !hasReadThing { return nil }
        if argument == "quantity" {
            guard frame.quantity == nil, let end = number(at: index) else { return nil }
            if frame.act == .create, !hasName { return end }
            return end
        }
        guard frame.fields[argument] == nil,
            let (range, end) = run(from: index, inName: false, isNote: argument == "note")
        else {
            return nil
        }
        let value = text(range)
        if argument == "title" {
            frame.title = value
        } else if argument == "unit" {
            frame.unit = value
        } else {
            frame.fields[argument] = .string(value)
        }
        if isFirst, isCreation {
            let next = target(from: end)
            if !hasName, !outer.frames.isEmpty, !hasReadThing {
                frame.act = .set
                point()
            }
            return next
        }
        return end
    }

    /// Returns whether the text after the word for a field can only be its value.
    func isWrittenValue(_ argument: String, _ index: Int) -> Bool {
        tokens[index].quotation != nil || argument == "code" && tokens[index].isNumber
    }

    /// Reads "… to the stapler" after a field that is recorded.
    mutating func target(from start: Int) -> Int? {
        guard start < tokens.endIndex, ["to", "on", "for"].contains(tokens[start].key), !hasName else { return start }
        frame.act = .set
        return name(at: start + 1)
    }

    func beginsField(_ index: Int) -> Bool {
        var index = index
        while index < tokens.endIndex, ["and", "with", "the"].contains(tokens[index].key) { index += 1 }
        guard let found = outer.topic.field(at: index, in: tokens) else { return false }
        let next = index + found.count
        return next < tokens.endIndex && !["and", "or", ","].contains(tokens[next].key)
    }

    /// Returns whether the word for a field is right before its value: "pens quantity 5".
    func isValuedField(_ index: Int) -> Bool {
        guard let found = outer.topic.field(at: index, in: tokens) else { return false }
        let next = index + found.count
        return next < tokens.endIndex && (tokens[next].isNumber || tokens[next].key == "=")
    }
}
