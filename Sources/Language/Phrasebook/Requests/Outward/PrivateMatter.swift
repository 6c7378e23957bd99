import Synchronization

/// Whether a sentence is about things of the person, so that it is not sent to the web unless the person asks for
/// the web.
struct PrivateMatter: Sendable {
    /// The maximum number of outputs that are searched.
    private static let outputLimit = 24
    /// The maximum number of bytes searched in all outputs together.
    private static let byteLimit = 64_000
    /// The maximum number of titles in all outputs together.
    private static let titleLimit = 400
    /// The maximum number of names in a sentence.
    private static let nameLimit = 16

    /// The outputs of tools that read private data in the conversation.
    private let known: Known

    /// No earlier outputs.
    static let none = PrivateMatter([], isOutward: { _ in true }, listed: [:])

    /// Records the turns before a message.
    init(_ turns: some Sequence<Turn>, isOutward: (String) -> Bool, listed: [String: ListedItems]) {
        let outputs = turns.flatMap(\.calls).filter { !isOutward($0.tool) }.suffix(Self.outputLimit)
        known = Known(outputs.compactMap { call in call.output.map { ($0, listed[call.tool]) } })
    }

    /// The texts and titles of some outputs, read on first use and only once because a message may have hundreds of
    /// sentences.
    private final class Known: Sendable {
        private let outputs: [(text: String, listed: ListedItems?)]
        private let read = Mutex<(text: String, titles: [Word: [[Word]]])?>(nil)

        init(_ outputs: [(text: String, listed: ListedItems?)]) { self.outputs = outputs }

        var isEmpty: Bool { outputs.isEmpty }

        /// The first bytes of the outputs, and the words of their titles by the first word, without plural endings.
        var contents: (text: String, titles: [Word: [[Word]]]) {
            read.withLock { read in
                if let read { return read }
                var text = ""
                var titles: [Word: [[Word]]] = [:]
                var count = 0
                // The latest output is first because it is the most likely topic.
                for output in outputs.reversed() {
                    let rest = PrivateMatter.byteLimit - text.utf8.count
                    guard rest > 0 else { break }
                    let beginning = String(decoding: output.text.utf8.prefix(rest), as: UTF8.self)
                    text += beginning + "\n"
                    guard let listed = output.listed else { continue }
                    for item in ListedItem.all(in: beginning, listed).prefix(PrivateMatter.titleLimit - count) {
                        count += 1
                        let title = Utterance(item.title).tokens.filter { !$0.isSkippable }.map {
                            PrivateMatter.singular($0.key)
                        }
                        guard let first = title.first, title.count > 1 || first.text.utf8.count > 2 else { continue }
                        titles[first, default: []].append(title)
                    }
                }
                read = (text, titles)
                return (text, titles)
            }
        }
    }

    /// Returns whether a sentence has a word for things of the person, or a name from their data.
    func concerns(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        if Self.has(Self.owned, in: tokens) || Self.isOfField(tokens) || Self.isOfThing(tokens, in: utterance) {
            return true
        }
        if Self.has(Self.stock, in: tokens) || Self.counts(tokens, in: utterance) { return true }
        if Self.has(Self.body, in: tokens), Self.has(Self.oneself, in: tokens) { return true }
        return names(tokens, in: utterance)
    }

    /// Returns whether a sentence has a name that the person's data contained before.
    func names(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        namesItem(tokens) || namesKnown(tokens, in: utterance)
    }

    private static func has(_ sequences: TokenSequences, in tokens: ArraySlice<Token>) -> Bool {
        tokens.indices.contains { sequences.longest(at: $0, in: tokens) != nil }
    }

    private static let owned = TokenSequences(words: "PrivateMatter", "owned")

    /// Words for the place and the number of stored things.
    private static let stock = TokenSequences(words: "PrivateMatter", "stock")

    /// Returns whether it asks for the number of things without a name: "how many staplers".
    private static func counts(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        tokens.indices.contains { index in
            guard numbers.longest(at: index, in: tokens) != nil, index + 2 < tokens.endIndex,
                tokens[index + 2].key != "people"
            else {
                return false
            }
            return !tokens[(index + 2)...].contains { token in
                token.kind == .word
                    && (["in", "per", "on", "does"].contains(token.key)
                        || utterance.text.characters[token.range.lowerBound].isUppercase)
            }
        }
    }

    private static let numbers = TokenSequences(["how many", "how much"])

    /// Words for health, which are private if the person speaks of themselves.
    private static let body = TokenSequences(words: "PrivateMatter", "body")
    private static let oneself = TokenSequences(words: "PrivateMatter", "oneself")

    private static let seeking = TokenSequences(words: "PrivateMatter", "seeking")

    /// Returns whether it asks about a known thing without further words: "any info on the projector".
    private static func isOfThing(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        tokens.indices.contains { index in
            guard let found = seeking.longest(at: index, in: tokens) else { return false }
            let next = index + found.count
            guard next + 1 < tokens.endIndex, tokens[next].key == "the" else { return false }
            let end =
                tokens[(next + 1)...].firstIndex { $0.isSkippable || ["please", "for", "thanks"].contains($0.key) }
                ?? tokens.endIndex
            // A capital letter is a sign of a name.
            return end - next <= 3
                && !tokens[(next + 1)..<end].contains { token in
                    token.isNumber || token.quotation != nil
                        || utterance.text.characters[token.range.lowerBound].isUppercase
                }
        }
    }

    private static let fields = TokenSequences(["condition", "status", "category", "location", "place", "note", "unit"])

    /// Returns whether it asks for a field of a thing without a name: "the condition of the projector".
    private static func isOfField(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.indices.contains { index in
            guard let found = fields.longest(at: index, in: tokens) else { return false }
            let next = index + found.count
            guard next + 2 < tokens.endIndex, ["of", "for"].contains(tokens[next].key) else { return false }
            return ["the", "item", "this", "that", "those", "these"].contains(tokens[next + 1].key)
                && !tokens[next + 2].isNumber && tokens[(next + 2)...].filter({ !$0.isSkippable }).count <= 2
        }
    }

    private func namesItem(_ tokens: ArraySlice<Token>) -> Bool {
        guard !known.isEmpty else { return false }
        let titles = known.contents.titles
        guard !titles.isEmpty else { return false }
        let keys = tokens.map { Self.singular($0.key) }
        return keys.indices.contains { start in
            titles[keys[start]]?.contains { keys[start...].starts(with: $0) } == true
        }
    }

    /// Returns a word without a plural ending.
    private static func singular(_ word: Word) -> Word {
        let text = word.text
        guard text.utf8.count > 3, text.utf8.last == UInt8(ascii: "s") else { return word }
        return Word(String(text.dropLast()))
    }

    /// Returns whether a name in the sentence is in an output: a capitalized word, or two kanji or katakana in a row.
    private func namesKnown(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        guard !known.isEmpty else { return false }
        let names = nouns(tokens, in: utterance).prefix(Self.nameLimit)
        guard !names.isEmpty else { return false }
        let text = known.contents.text[...]
        return names.contains { text.firstPlace(of: $0) != nil }
    }

    private func nouns(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> [String] {
        var names: [String] = []
        var start: Int?
        func close(at end: Int) {
            if let begin = start, end - begin >= 2 { names.append(utterance.content(of: begin..<end)) }
            start = nil
        }
        for index in tokens.indices {
            let token = tokens[index]
            if token.kind == .character, let letter = token.key.text.first, !letter.isHiragana {
                if start == nil { start = index }
                continue
            }
            close(at: index)
            if token.kind == .word, index > tokens.startIndex, token.key.text.utf8.count > 2,
                utterance.text.characters[token.range.lowerBound].isUppercase
            {
                names.append(utterance.content(of: index..<index + 1))
            }
        }
        close(at: tokens.endIndex)
        return names
    }
}
