import StreamingJSON

// MARK: - Statements and reasons around a request

extension EnglishItemReader {
    /// Returns the end of a reason, which requests nothing: "because we moved", "we do not need it any more".
    mutating func reason(at start: Int) -> Int? {
        let isMarked = words.reasons.longest(at: start, in: tokens) != nil && tokens[start].key != "for"
        let isAside = Self.statementSubjects.longest(at: start, in: tokens) != nil
        guard isMarked || isAside else { return nil }
        let last = clauseEnd(from: start)
        let joint = tokens.indices[start..<last].first { index in
            tokens[index].key == "and" && Self.countOpenings.longest(at: index + 1, in: tokens) != nil
        }
        let end = joint ?? last
        // A statement alone requests nothing.
        guard end < tokens.endIndex || !frames.isEmpty else { return nil }
        // A statement about arrivals or departures is recorded.
        if tokens[start..<end].indices.contains(where: {
            topic.field(at: $0, in: tokens) != nil && $0 > start && tokens[$0 - 1].key == "its"
        }) {
            return nil
        }
        let isDenied = tokens[start..<end].indices.contains { words.negations.longest(at: $0, in: tokens) != nil }
        if !isMarked, !isDenied, tokens[start..<end].contains(where: { Self.recordedVerbs.contains($0.key) }),
            !tokens[start..<end].indices.contains(where: { Self.lossPhrases.longest(at: $0, in: tokens) != nil })
        {
            return nil
        }
        recordMention(in: start..<end)
        return end
    }

    static let lossPhrases = TokenSequences(words: "EnglishItemReader.asides", "lossPhrases")
    static let objectOpenings = TokenSequences(words: "EnglishItemReader.asides", "objectOpenings")

    /// Records the item mentioned in a statement.
    mutating func recordMention(in range: Range<Int>) {
        for index in range {
            guard
                index == range.lowerBound && Self.determiners.contains(tokens[index].key)
                    || Self.objectOpenings.longest(at: index, in: tokens) != nil
            else { continue }
            let start =
                index
                + (index == range.lowerBound && Self.determiners.contains(tokens[index].key)
                    ? 0 : Self.objectOpenings.longest(at: index, in: tokens)?.count ?? 1)
            var clause = EnglishClauseReader(self, act: .set, verb: "")
            guard start < range.upperBound, let end = clause.name(at: start), end <= range.upperBound,
                clause.frame.item != .mentioned
            else { continue }
            mention = clause.frame
            return
        }
    }

    static let determiners: WordSet = ["the", "our", "my", "item", "id", "that", "this"]
    static let copulas = WordSet(words: "EnglishItemReader.asides", "copulas")

    /// Reads a statement about an item before a request: "the projector got fixed, …".
    mutating func aside(at start: Int) -> Int? {
        guard frames.isEmpty, Self.determiners.contains(tokens[start].key) else { return nil }
        var clause = EnglishClauseReader(self, act: .set, verb: "")
        guard let end = clause.name(at: start), end < tokens.endIndex, Self.copulas.contains(tokens[end].key) else {
            return nil
        }
        let last = clauseEnd(from: start)
        guard last < tokens.endIndex, skippingCourtesy(from: last) < tokens.endIndex else { return nil }
        mention = clause.frame
        return last
    }

    /// Reads a statement about the place of the item mentioned last: "they are in Cabinet B now".
    mutating func whereabouts(at start: Int) -> Int? {
        guard mention != nil || !frames.isEmpty, let found = Self.pronounOpenings.longest(at: start, in: tokens) else {
            return nil
        }
        if frames.isEmpty, let known = mention, known.act == .create {
            var clause = EnglishClauseReader(self, act: .move, verb: "")
            clause.point()
            guard let next = clause.destination(at: start + found.count) else { return nil }
            mention?.fields["place"] = clause.frame.fields["place"]
            return next
        }
        var clause = EnglishClauseReader(self, act: .move, verb: "")
        clause.point()
        if let next = clause.destination(at: start + found.count) { return keep(clause.frame) ? next : nil }
        let index = start + found.count
        guard !frames.isEmpty, let state = words.states.longest(at: index, in: tokens) else { return nil }
        var frame = ItemFrame(act: .mark)
        frame.item = .mentioned
        frame.fields["state"] = .string(utterance.content(of: index..<index + state.count))
        return keep(frame) ? index + state.count : nil
    }

    static let pronounOpenings = TokenSequences(words: "EnglishItemReader.asides", "pronounOpenings")
    static let bookkeepingWords = WordSet(words: "EnglishItemReader.asides", "bookkeepingWords")

    /// Reads "Please adjust the stock", which repeats the effect of a stated number.
    mutating func bookkeeping(at start: Int) -> Int? {
        guard !frames.isEmpty, words.act(at: start, in: tokens)?.act == .set else { return nil }
        let end = clauseEnd(from: start)
        let rest = tokens[(start + 1)..<end]
        return rest.allSatisfy {
            Self.bookkeepingWords.contains($0.key) || $0.key == "accordingly" || $0.key == "please"
        }
            ? end : nil
    }

    static let statementSubjects = TokenSequences(words: "EnglishItemReader.asides", "statementSubjects")
    static let recordedVerbs = WordSet(words: "EnglishItemReader.asides", "recordedVerbs")

    /// Reads "New item: …", which asks to create one.
    mutating func announcement(at start: Int) -> Int? {
        guard frames.isEmpty, tokens[start].key == "new", start + 1 < tokens.endIndex,
            let thing = words.things.longest(at: start + 1, in: tokens)
                ?? Self.arrivalNouns.longest(at: start + 1, in: tokens)
        else { return nil }
        var reader = EnglishClauseReader(self, act: .create, verb: "new")
        guard let end = reader.read(from: start + 1 + thing.count), keep(reader.frame) else { return nil }
        return end
    }
}
