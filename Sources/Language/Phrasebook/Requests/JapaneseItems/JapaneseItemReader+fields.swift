import StreamingJSON

// MARK: - Fields and their values

extension JapaneseItemReader {
    func field(at start: Int, _ clause: inout Clause) -> Int? {
        guard let found = topic.field(at: start, in: tokens), found.argument != "version" else { return nil }
        let next = start + found.count
        guard next < tokens.endIndex else { return nil }
        let isSaid =
            clause.item != nil || mention != nil || !frames.isEmpty || ["は", "が", ":", "："].contains(tokens[next].key)
            || tokens[next].quotation != nil
            || found.argument != "code" && found.argument != "note" && ["に", "を"].contains(tokens[next].key)
        let isValued =
            ["は", "が", "を", "に", ":", "：", "、", "の", "も"].contains(tokens[next].key) || tokens[next].quotation != nil
            || tokens[next].isNumber
        guard isSaid, isValued else { return nil }
        return fieldValue(found.argument, found.word, from: next, &clause)
    }

    func fieldValue(_ argument: String, _ word: String, from start: Int, _ clause: inout Clause) -> Int? {
        var index = start
        if index < tokens.endIndex, tokens[index].key == "欄" { index += 1 }
        while index < tokens.endIndex, ["は", "が", "を", "に", ":", "：", "=", "も"].contains(tokens[index].key) {
            index += 1
        }
        guard index < tokens.endIndex else {
            guard clause.pending == nil else { return nil }
            clause.pending = (argument, word)
            return index
        }
        if argument == "quantity" {
            guard clause.quantity == nil else { return nil }
            clause.pending = (argument, word)
            if let factor = Self.factors.longest(at: index, in: tokens), index + factor.count < tokens.endIndex,
                tokens[index + factor.count].key == "に"
            {
                clause.factor = text(index..<index + factor.count)
                return index + factor.count + 1
            }
            guard let count = counted(at: index) else { return index }
            if isLevel(count.end) { clause.isLevel = true }
            return add(count, to: &clause)
        }
        if verb(at: index) != nil {
            guard clause.pending == nil else { return nil }
            clause.pending = (argument, word)
            return index
        }
        if argument == "note", let end = noteEnd(from: index), clause.fields["note"] == nil {
            clause.fields["note"] = .string(text(index..<end.text))
            return end.next
        }
        guard let (range, end) = run(from: index, isValue: true) else { return nil }
        let value = text(range)
        switch argument {
        case "title": clause.title = value
        case "unit": clause.unit = value
        default:
            guard clause.fields[argument] == nil else { return nil }
            clause.fields[argument] = .string(value)
        }
        return valueParticle(after: end)
    }

    /// Returns the end of a note: before the particle in front of the verb, which writes the note and may be followed
    /// by other verbs.
    func noteEnd(from start: Int) -> (text: Int, next: Int)? {
        var end = start
        if tokens[start].quotation != nil {
            end = start + 1
        } else {
            while end < tokens.endIndex, !["、", "。"].contains(tokens[end].key) {
                if end > start,
                    ["に", "と"].contains(tokens[end].key) || begins("って", at: end) || begins("という", at: end),
                    verb(at: end + (begins("って", at: end) ? 2 : 1)) != nil
                {
                    break
                }
                end += 1
            }
        }
        guard end > start else { return nil }
        var next = valueParticle(after: end)
        // 「…と入れて登録して」: the first verb only writes the note.
        if next > end, let writing = verb(at: next), writing.mood == .request, writing.end < tokens.endIndex,
            !isTail(writing.end, isQuestionFree: false),
            verb(at: writing.end) != nil
        {
            next = writing.end
        }
        return (end, next)
    }

    func valueParticle(after end: Int) -> Int {
        guard end < tokens.endIndex else { return end }
        for text in ["という", "として", "って", "に", "で", "へ", "を", "と", "の"] where begins(text, at: end) {
            return end + text.count
        }
        return end
    }
}
