import StreamingJSON

// MARK: - Statements of a place or a state

extension EnglishItemReader {
    static let placeLinks = TokenSequences(words: "EnglishItemReader.declarations", "placeLinks")
    static let stateLinks = TokenSequences(words: "EnglishItemReader.declarations", "stateLinks")
    static let conditions = Set(PhraseTexts.phrasebook["EnglishItemReader.declarations"].words("conditions"))

    /// Reads a statement of the item's present place or state: "the stapler should be in Drawer 3".
    mutating func declaration(at start: Int) -> Int? {
        var fields = EnglishClauseReader(self, act: .set, verb: "")
        if let end = fields.record(from: start) { return keep(fields.frame) ? end : nil }
        var clause = EnglishClauseReader(self, act: .move, verb: "")
        guard let end = clause.name(at: start), clause.isKnownItem else { return nil }
        if let stay = Self.placeLinks.longest(at: end, in: tokens), let next = clause.destination(at: end + stay.count)
        {
            return keep(clause.frame) ? next : nil
        }
        guard let link = Self.stateLinks.longest(at: end, in: tokens),
            let state = words.states.longest(at: end + link.count, in: tokens)
        else { return nil }
        let range = end + link.count..<end + link.count + state.count
        let value = utterance.content(of: range).lowercased()
        let isPlain = ["is now", "are now", "should be"].contains(
            utterance.content(of: end..<end + link.count).lowercased()
        )
        guard isPlain || Self.conditions.contains(value),
            range.upperBound >= tokens.endIndex || tokens[range.upperBound].isSkippable
        else { return nil }
        var frame = clause.frame
        frame.act = .mark
        frame.fields["state"] = .string(utterance.content(of: range))
        return keep(frame) ? range.upperBound : nil
    }
}
