import StreamingJSON

/// Reads requests about items in English: an act, an item and values, in any order.
///
/// A request is read only if every word of it has a role, because a word that is left over may change the meaning.
struct EnglishItemReader {
    /// Longer sentences are no requests.
    private static let tokenLimit = 80

    let reader: SlotReader
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    let topic: ItemTopic
    let words = ItemWords.english
    /// The requests read so far, in order.
    private(set) var frames: [ItemFrame] = []
    /// The item that arrived according to an earlier statement: "I bought two lamps, add them".
    var mention: ItemFrame?

    init(_ reader: SlotReader, _ topic: ItemTopic) {
        self.reader = reader
        self.topic = topic
        utterance = reader.utterance
        tokens = reader.tokens
    }

    /// Reads the requests of the sentence; empty if a part of it has no role in any.
    mutating func read() -> [ItemFrame] {
        guard tokens.count <= Self.tokenLimit else { return [] }
        var index = skippingCourtesy(from: tokens.startIndex)
        while index < tokens.endIndex {
            guard let next = clause(at: index), next > index else { return [] }
            index = skippingCourtesy(from: next)
        }
        return frames
    }

    // MARK: Clauses

    private mutating func clause(at start: Int) -> Int? {
        if let end = statement(at: start) { return end }
        if let end = whereabouts(at: start) { return end }
        if let end = reason(at: start) { return end }
        if let end = announcement(at: start) { return end }
        if words.act(at: start, in: tokens) == nil, let end = declaration(at: start) ?? aside(at: start) { return end }
        if let end = bookkeeping(at: start) { return end }
        guard let found = words.act(at: start, in: tokens) else { return nil }
        let verb = tokens[start].key.text
        var reader = EnglishClauseReader(self, act: found.act, verb: verb)
        guard let end = reader.read(from: start + found.count) else { return nil }
        return keep(reader.frame) ? end : nil
    }

    /// Adds a frame, or merges it into the previous one if it is about the same item.
    private mutating func keep(_ frame: ItemFrame) -> Bool {
        var frame = frame
        // "We got three printers, put them in Warehouse 2."
        if let known = mention, known.act == .create, frame.item == .mentioned,
            [.move, .set, .mark].contains(frame.act)
        {
            frame.act = .create
        }
        if let last = frames.last, last.item == frame.item, frame.item != nil, last.act != .create {
            frame.item = .mentioned
        }
        if let known = mention, frame.item == .mentioned || frame.item == nil {
            frame.item = known.item
            if frame.act == .create || frame.act == .increase || frame.act == .decrease {
                frame.quantity = frame.quantity ?? known.quantity
                frame.unit = frame.unit ?? known.unit
                for (name, value) in known.fields where frame.fields[name] == nil { frame.fields[name] = value }
            }
            frame.isPlain = frame.isPlain && known.isPlain
        }
        if let last = frames.last, frame.item == .mentioned, last.item != .mentioned {
            frame.item = last.item
            // Two changes of one item are one change. Values for a new item belong to its creation.
            if last.act == .create, frame.act == .set || frame.act == .move || frame.act == .mark, frame.factor == nil,
                frame.title == nil,
                last.quantity == nil || frame.quantity == nil
            {
                frames[frames.count - 1].quantity = last.quantity ?? frame.quantity
                frames[frames.count - 1].unit = last.unit ?? frame.unit
                for (name, value) in frame.fields where last.fields[name] == nil {
                    frames[frames.count - 1].fields[name] = value
                }
                return true
            }
            let isChange = { (act: ItemFrame.Act) in act != .create && act != .delete }
            guard isChange(last.act), isChange(frame.act) else { return false }
            guard let merged = Self.merged(last, frame) else { return false }
            frames[frames.count - 1] = merged
            return true
        }
        frames.append(frame)
        return true
    }

    private static func merged(_ first: ItemFrame, _ second: ItemFrame) -> ItemFrame? {
        var frame = first
        guard first.quantity == nil || second.quantity == nil, first.factor == nil, second.factor == nil,
            first.cleared == nil, second.cleared == nil, first.title == nil || second.title == nil
        else { return nil }
        if second.quantity != nil {
            frame.act = second.act
            frame.isMore = second.isMore
        } else if first.quantity == nil {
            frame.act = .set
        }
        frame.quantity = first.quantity ?? second.quantity
        frame.unit = first.unit ?? second.unit
        frame.title = first.title ?? second.title
        frame.isPlain = first.isPlain && second.isPlain
        for (name, value) in second.fields {
            guard frame.fields[name] == nil else { return nil }
            frame.fields[name] = value
        }
        return frame
    }

    /// Returns the end of a reason, which requests nothing: "because we moved", "we do not need it any more".
    private mutating func reason(at start: Int) -> Int? {
        let isMarked = words.reasons.longest(at: start, in: tokens) != nil && tokens[start].key != "for"
        let isAside = Self.tellers.longest(at: start, in: tokens) != nil
        guard isMarked || isAside else { return nil }
        let last = clauseEnd(from: start)
        let joint = tokens.indices[start..<last].first { index in
            tokens[index].key == "and" && Self.holders.longest(at: index + 1, in: tokens) != nil
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
        if !isMarked, !isDenied, tokens[start..<end].contains(where: { Self.records.contains($0.key) }),
            !tokens[start..<end].indices.contains(where: { Self.losses.longest(at: $0, in: tokens) != nil })
        {
            return nil
        }
        recordMention(in: start..<end)
        return end
    }

    private static let losses = TokenSequences([
        "ran out of", "run out of", "gave the", "out of", "given the", "lost the", "gave our", "sold the",
        "counted the", "counted our",
        "threw the", "just counted",
    ])
    private static let objects = TokenSequences([
        "out of", "have", "stock", "need", "use", "want", "gave", "counted", "lost", "sold", "broke", "threw", "keep",
        "given",
        "bought", "got", "sell", "found", "because", "since", "as", "now that",
    ])

    /// Records the item mentioned in a statement.
    private mutating func recordMention(in range: Range<Int>) {
        for index in range {
            guard
                index == range.lowerBound && Self.determiners.contains(tokens[index].key)
                    || Self.objects.longest(at: index, in: tokens) != nil
            else { continue }
            let start =
                index
                + (index == range.lowerBound && Self.determiners.contains(tokens[index].key)
                    ? 0 : Self.objects.longest(at: index, in: tokens)?.count ?? 1)
            var clause = EnglishClauseReader(self, act: .set, verb: "")
            guard start < range.upperBound, let end = clause.name(at: start), end <= range.upperBound,
                clause.frame.item != .mentioned
            else { continue }
            mention = clause.frame
            return
        }
    }

    private static let determiners: WordSet = ["the", "our", "my", "item", "id", "that", "this"]
    private static let copulas: WordSet = [
        "is", "are", "was", "were", "got", "has", "have", "had", "went", "isn't", "aren't", "doesn't", "don't",
        "wasn't", "broke", "died",
        "needs", "came", "stopped", "can", "does", "do",
    ]

    /// Reads a statement about an item before a request: "the projector got fixed, …".
    private mutating func aside(at start: Int) -> Int? {
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
    private mutating func whereabouts(at start: Int) -> Int? {
        guard mention != nil || !frames.isEmpty, let found = Self.theys.longest(at: start, in: tokens) else {
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

    private static let theys = TokenSequences([
        "they're", "they are", "it's", "it is", "they are now", "it's now", "it is now", "they're now", "they're kept",
        "it's kept", "it's stored",
    ])
    private static let counts: WordSet = [
        "the", "our", "count", "stock", "inventory", "list", "quantity", "numbers", "records", "number", "it", "that",
    ]

    /// Reads "Please adjust the stock", which repeats the effect of a stated number.
    private mutating func bookkeeping(at start: Int) -> Int? {
        guard !frames.isEmpty, words.act(at: start, in: tokens)?.act == .set else { return nil }
        let end = clauseEnd(from: start)
        let rest = tokens[(start + 1)..<end]
        return rest.allSatisfy { Self.counts.contains($0.key) || $0.key == "accordingly" || $0.key == "please" }
            ? end : nil
    }

    private static let tellers = TokenSequences([
        "we", "i", "they", "he", "she", "it", "it's", "somebody", "someone", "nobody", "i'm", "we're", "they're",
        "that's", "that is", "there is", "there's", "there was",
    ])
    private static let records: WordSet = [
        "got", "received", "bought", "purchased", "used", "sold", "lost", "took", "consumed", "have", "has", "counted",
        "gave",
        "delivered", "arrived", "came", "only", "left", "drank", "ate",
    ]

    /// Returns the index of the next comma or similar mark.
    func clauseEnd(from start: Int) -> Int {
        tokens.indices[start...].first { index in
            isBreak(tokens[index])
                || index > start && tokens[index].key == "so" && index + 1 < tokens.endIndex
                    && tokens[index + 1].key != "that"
        } ?? tokens.endIndex
    }

    /// Returns whether a token ends a clause: a mark that is no part of a word.
    private func isBreak(_ token: Token) -> Bool {
        token.kind == .punctuation && !["'", "’", "・"].contains(token.key)
    }

    /// Reads "New item: …", which asks to create one.
    private mutating func announcement(at start: Int) -> Int? {
        guard frames.isEmpty, tokens[start].key == "new", start + 1 < tokens.endIndex,
            let thing = words.things.longest(at: start + 1, in: tokens)
                ?? Self.arrivals.longest(at: start + 1, in: tokens)
        else { return nil }
        var reader = EnglishClauseReader(self, act: .create, verb: "new")
        guard let end = reader.read(from: start + 1 + thing.count), keep(reader.frame) else { return nil }
        return end
    }

    private static let arrivals = TokenSequences(["stock", "delivery", "arrival", "in stock", "arrivals", "inventory"])
    private static let holders = TokenSequences([
        "there are", "there is", "there are only", "there is only", "we have", "we've got", "we have got", "i have",
        "we are down to",
        "we're down to", "we are left with", "we counted", "i counted", "we only have", "i only have", "there's only",
        "we have only", "there are just", "there are still", "we still have", "only", "just", "it's", "it is",
        "make it", "make that", "they're", "there's",
        "that's", "there are now", "we now have", "now there are",
    ])
    private static let leftovers = TokenSequences([
        "left", "now", "remaining", "left now", "in stock now", "on hand", "left over", "at the moment", "right now",
        "in stock",
        "still",
    ])
    private static let takers = TokenSequences([
        "used", "used up", "sold", "lost", "consumed", "took", "gave away", "broke", "threw away", "drank", "ate",
        "took out",
        "removed", "withdrew", "shipped", "handed out", "ate up", "borrowed", "gave", "given", "lent", "handed",
        "donated",
    ])
    private static let bringers = TokenSequences([
        "got", "received", "bought", "purchased", "picked up", "ordered in", "acquired", "got in", "brought", "found",
        "have received", "have bought",
    ])
    private static let subjects = TokenSequences([
        "we", "i", "someone", "somebody", "they", "he", "she", "we've", "i've", "we have", "i have", "we just",
        "i just",
        "i have just", "we have just", "we've just", "i've just", "they've", "someone has", "somebody has", "we also",
        "i also",
    ])

    /// Reads a statement of a number that is recorded: "we used 3 kg of coffee", "there are 9 cables now".
    private mutating func statement(at start: Int) -> Int? {
        if let holder = Self.holders.longest(at: start, in: tokens) {
            return counted(
                from: start + holder.count,
                .set,
                needsEnd: !Self.meansLittle(tokens[start..<start + holder.count])
            )
        }
        if let end = arrival(at: start) { return end }
        guard let subject = Self.subjects.longest(at: start, in: tokens) else { return nil }
        let verb = start + subject.count
        guard verb < tokens.endIndex else { return nil }
        if let taker = Self.takers.longest(at: verb, in: tokens) {
            return counted(from: verb + taker.count, .decrease, needsEnd: false)
        }
        if let bringer = Self.bringers.longest(at: verb, in: tokens) {
            return counted(from: verb + bringer.count, .create, needsEnd: false)
        }
        return nil
    }

    private static let comings = ["came", "arrived", "come", "turned"]

    /// Reads "One more came in", about the item mentioned last.
    private mutating func arrival(at start: Int) -> Int? {
        var clause = EnglishClauseReader(self, act: .increase, verb: "")
        guard let next = clause.amount(at: start), next < tokens.endIndex, clause.frame.isMore,
            Self.comings.contains(tokens[next].key.text),
            reader.referents.number(.mentioned, for: topic.argument) != nil
        else { return nil }
        clause.point()
        var end = next + 1
        while end < tokens.endIndex, ["in", "up", "today", "just", "now"].contains(tokens[end].key) { end += 1 }
        return keep(clause.frame) ? end : nil
    }

    /// Returns whether the sentence emphasizes a small quantity, which means the rest even without "left".
    private static func meansLittle(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.contains { ["only", "just", "down", "left", "counted"].contains($0.key) }
    }

    private mutating func counted(from start: Int, _ act: ItemFrame.Act, needsEnd: Bool) -> Int? {
        var clause = EnglishClauseReader(self, act: act, verb: "")
        // "We got a new printer, it's in the hall. Add it."
        let amount = clause.amount(at: start)
        guard amount != nil || act == .create else { return nil }
        let next = amount ?? start
        // "… and there are thirty-seven" is about the item mentioned last.
        if act == .set, clause.isEnd(next) {
            clause.point()
            let end = Self.leftovers.longest(at: next, in: tokens).map { next + $0.count } ?? next
            let isOpen =
                mention != nil || !frames.isEmpty || reader.referents.number(.mentioned, for: topic.argument) != nil
            guard isOpen, clause.isEnd(end) else { return nil }
            return keep(clause.frame) ? end : nil
        }
        guard let end = clause.name(at: next) else { return nil }
        let after = Self.leftovers.longest(at: end, in: tokens)
        guard after != nil || !needsEnd else { return nil }
        var last = end + (after?.count ?? 0)
        if last < tokens.endIndex, let more = Self.asides.longest(at: last, in: tokens) { last += more.count }
        if act == .decrease, last < tokens.endIndex,
            ["to", "for", "in", "from", "at", "out", "into", "on"].contains(tokens[last].key)
        {
            last = clauseEnd(from: last)
        }
        guard
            last >= tokens.endIndex || tokens[last].isSkippable || tokens[last].key == "and" || tokens[last].key == "so"
        else {
            return nil
        }
        if act == .create, last < tokens.endIndex, clause.frame.quantity != nil || clause.frame.item != nil {
            // The request follows.
            mention = clause.frame
            return last
        }
        return keep(clause.frame) ? last : nil
    }

    private static let stays = TokenSequences([
        "should be", "should now be", "should be kept", "should be stored", "belongs", "goes", "has moved",
        "have moved",
        "has been moved", "have been moved", "was moved", "were moved", "is now", "are now", "is now kept",
        "is now stored",
        "are now kept", "are now stored", "now lives", "must be", "needs to be", "need to be", "should go",
        "is now located",
    ])
    private static let becomings = TokenSequences([
        "is now", "are now", "is", "are", "has been", "have been", "got", "was", "has become", "should be",
        "should now be",
    ])
    private static let conditions: Set<String> = [
        "broken", "damaged", "repaired", "lost", "expired", "opened", "under repair", "defective", "out of order",
        "faulty",
        "worn out", "reserved", "missing", "fixed",
    ]

    /// Reads a statement of the item's present place or state: "the stapler should be in Drawer 3".
    private mutating func declaration(at start: Int) -> Int? {
        var fields = EnglishClauseReader(self, act: .set, verb: "")
        if let end = fields.record(from: start) { return keep(fields.frame) ? end : nil }
        var clause = EnglishClauseReader(self, act: .move, verb: "")
        guard let end = clause.name(at: start), clause.isKnownItem else { return nil }
        if let stay = Self.stays.longest(at: end, in: tokens), let next = clause.destination(at: end + stay.count) {
            return keep(clause.frame) ? next : nil
        }
        guard let link = Self.becomings.longest(at: end, in: tokens),
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

    private static let asides = TokenSequences([
        "today", "yesterday", "this morning", "this week", "already", "just now", "this afternoon", "last night",
    ])

    // MARK: Words

    private static let joints = TokenSequences(["and", "then", "and then", "also", "plus", "but", "so", "and also"])

    /// Returns the first token from an index on that is neither a mark nor polite.
    func skippingCourtesy(from start: Int) -> Int {
        var index = start
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
                continue
            }
            let joint = Self.joints.longest(at: index, in: tokens)?.count ?? 0
            let filler = LanguageData.english.fillers.longest(at: index, in: tokens)?.count ?? 0
            let length = max(joint, filler)
            let isCondition = length == 1 && ["if", "whether"].contains(tokens[index].key)
            let isStatement = Self.holders.longest(at: index, in: tokens)?.count ?? 0 > length
            guard length > 0, !isCondition, !isStatement else { break }
            index += length
        }
        return index
    }
}
