import StreamingJSON

// MARK: - Statements of a place or a state

extension EnglishItemReader {
    static let placeLinks = TokenSequences([
        "should be", "should now be", "should be kept", "should be stored", "belongs", "goes", "has moved",
        "have moved",
        "has been moved", "have been moved", "was moved", "were moved", "is now", "are now", "is now kept",
        "is now stored",
        "are now kept", "are now stored", "now lives", "must be", "needs to be", "need to be", "should go",
        "is now located",
    ])
    static let stateLinks = TokenSequences([
        "is now", "are now", "is", "are", "has been", "have been", "got", "was", "has become", "should be",
        "should now be",
    ])
    static let conditions: Set<String> = [
        "broken", "damaged", "repaired", "lost", "expired", "opened", "under repair", "defective", "out of order",
        "faulty",
        "worn out", "reserved", "missing", "fixed",
    ]

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
