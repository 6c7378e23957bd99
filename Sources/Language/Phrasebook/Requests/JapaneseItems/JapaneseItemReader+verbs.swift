import StreamingJSON

// MARK: - Verbs and the requests before them

extension JapaneseItemReader {
    /// A form of a word for an act.
    struct VerbForm {
        var act: ItemFrame.Act
        var mood: VerbForms.Mood
        var end: Int
    }

    func verb(at index: Int) -> VerbForm? {
        guard index < tokens.endIndex, tokens[index].isCharacter else { return nil }
        // The name of an act alone is at the end: 「登録」, but not 「登録証」.
        let found = ItemWords.japaneseForms.longest(at: index, in: tokens) { isTail($0, isQuestionFree: true) }
        return found.map { VerbForm(act: $0.act, mood: $0.mood, end: index + $0.count) }
    }

    mutating func close(_ clause: Clause, _ verb: VerbForm, at start: Int) -> Int? {
        var clause = clause
        if let connective = words.reasons.longest(at: min(verb.end, tokens.endIndex - 1), in: tokens),
            verb.end < tokens.endIndex,
            verb.mood != .request
        {
            // A reason, which may name the item of the following request.
            mention = clause
            mentionedAct = verb.act
            return verb.end + connective.count
        }
        // A statement about an event before a request: 「牛乳2本入れたよ、在庫に書いといて」.
        if verb.mood == .past, frames.isEmpty, mention == nil, let end = statementEnd(from: verb.end) {
            mention = clause
            mentionedAct = verb.act
            return end
        }
        if verb.mood == .past, verb.act == .delete || verb.act == .set || verb.act == .rename || verb.act == .clear {
            return nil
        }
        if verb.mood != .request, !isTail(verb.end, isQuestionFree: true), verb.mood != .past || !isBreak(verb.end) {
            return nil
        }
        var act = verb.act
        if clause.isEmpty, let known = mention { clause = known }
        // 「30本届いたから更新して」
        if act == .set, let reasonAct = mentionedAct, clause.quantity == nil || mention?.quantity == clause.quantity,
            !clause.isLevel, clause.fields.isEmpty,
            [.create, .increase, .decrease].contains(reasonAct), mention?.quantity != nil
        {
            act = reasonAct == .decrease ? .decrease : reasonAct == .create && clause.goal != nil ? .create : .increase
        }
        if let known = mention {
            clause.item = clause.item ?? known.item
            if clause.quantity == nil, act == .decrease || act == .increase || act == .create {
                clause.quantity = known.quantity
                clause.unit = known.unit
            }
            clause.isPlain = clause.isPlain && known.isPlain
        }
        // 「ID6に5本足して」
        if act == .create || act == .increase, clause.item == nil, clause.quantity != nil, let goal = clause.goal {
            clause.item = .name(text(goal))
            clause.goal = nil
            act = .increase
        }
        if act == .create, clause.item == nil, clause.title == nil, clause.quantity == nil, !clause.fields.isEmpty {
            act = .set
        }
        if act == .delete, clause.quantity != nil, clause.item != nil, clause.others.isEmpty, mention == nil {
            act = .decrease
        }
        if act == .decrease, clause.item == nil, let origin = clause.origin {
            clause.item = .name(text(origin))
            clause.origin = nil
        }
        // Numbers with 「に」 are levels, others are amounts.
        if clause.isLevel, act == .increase || act == .decrease { act = .set }
        if act == .set, tokens[start].key == "し", clause.goal == nil, clause.quantity == nil, clause.factor == nil,
            clause.fields.isEmpty
        {
            return nil
        }
        if act != .create, clause.item == nil { clause.item = .mentioned }
        guard let frame = frame(clause, act) else { return nil }
        for other in clause.others {
            var single = frame
            single.item = other.item
            if act == .create {
                single.quantity = other.quantity
                single.unit = other.unit
            }
            frames.append(single)
        }
        if clause.others.isEmpty {
            guard keep(frame) else { return nil }
        } else {
            frames.append(frame)
        }
        var next = verb.end
        if isTail(next, isQuestionFree: false) { next = tokens.endIndex }
        return next
    }

    /// Returns the end of a statement that is followed by another sentence.
    func statementEnd(from start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex, ["よ", "ね", "の", "で", "す"].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex - 1, ["。", "!", "、", "."].contains(tokens[index].key) else { return nil }
        return index + 1
    }

    /// Returns whether only polite words follow.
    ///
    /// - Parameter isQuestionFree: Whether the words must not sound like a question either.
    func isTail(_ start: Int, isQuestionFree: Bool) -> Bool {
        var index = start
        while index < tokens.endIndex {
            if isQuestionFree, ["か", "の", "っ", "?", "？"].contains(tokens[index].key) { return false }
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.japanese.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        return true
    }
}
