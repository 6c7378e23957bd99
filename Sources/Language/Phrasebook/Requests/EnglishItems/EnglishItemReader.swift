import StreamingJSON

/// Reads requests about items in English: an act, an item and values, in any order.
///
/// A request is read only if every word of it has a role, because a word that is left over may change the meaning.
struct EnglishItemReader {
    /// Longer sentences are no requests.
    static let tokenLimit = 80

    let reader: SlotReader
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    let topic: ItemTopic
    let words = ItemWords.english
    /// The requests read so far, in order.
    var frames: [ItemFrame] = []
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

    mutating func clause(at start: Int) -> Int? {
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
    mutating func keep(_ frame: ItemFrame) -> Bool {
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

    static func merged(_ first: ItemFrame, _ second: ItemFrame) -> ItemFrame? {
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

    /// Returns the index of the next comma or similar mark.
    func clauseEnd(from start: Int) -> Int {
        tokens.indices[start...].first { index in
            isBreak(tokens[index])
                || index > start && tokens[index].key == "so" && index + 1 < tokens.endIndex
                    && tokens[index + 1].key != "that"
        } ?? tokens.endIndex
    }

    /// Returns whether a token ends a clause: a mark that is no part of a word.
    func isBreak(_ token: Token) -> Bool {
        token.kind == .punctuation && !["'", "’", "・"].contains(token.key)
    }

    static let joints = TokenSequences(["and", "then", "and then", "also", "plus", "but", "so", "and also"])

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
            let isStatement = Self.countOpenings.longest(at: index, in: tokens)?.count ?? 0 > length
            guard length > 0, !isCondition, !isStatement else { break }
            index += length
        }
        return index
    }
}
