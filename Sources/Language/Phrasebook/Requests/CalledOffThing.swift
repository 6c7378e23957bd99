/// The words that call a thing off, such as "cancel the dentist appointment" or 「予約をキャンセルして」.
///
/// The same words without a thing forbid an action: "cancel", "stop that", 「やっぱりキャンセル」. With a thing they request one.
enum CalledOffThing {
    private static let verbs = TokenSequences(["cancel", "stop"])
    private static let japaneseVerbs = TokenSequences(["キャンセル", "取り消", "中止", "やめ", "止め"])

    /// Words that are no thing after the verb: they refer to the action, or to what somebody does.
    private static let noThings = WordSet(words: "CalledOffThing", "noThings")
    /// Nouns for what the person asked the model to do.
    private static let requests = WordSet(words: "CalledOffThing", "requests")
    private static let japaneseNoThings = TokenSequences(words: "CalledOffThing", "japaneseNoThings")

    /// The particles between a thing and a Japanese verb.
    private static let particles: WordSet = ["を", "は", "も"]

    /// Returns the parts of a sentence between the words that call a thing off; the whole sentence if there are none.
    static func parts(around tokens: ArraySlice<Token>) -> [Range<Int>] {
        // Searched once, so that the cost is linear however often a verb occurs.
        let lastRequest = tokens.lastIndex { requests.contains($0.key) }
        let firstNoThing = tokens.indices.first { japaneseNoThings.longest(at: $0, in: tokens) != nil }
        var parts: [Range<Int>] = []
        var start = tokens.startIndex
        var index = tokens.startIndex
        while index < tokens.endIndex {
            guard let length = length(at: index, in: tokens, lastRequest, firstNoThing) else {
                index += 1
                continue
            }
            parts.append(start..<index)
            index += length
            start = index
        }
        return parts + [start..<tokens.endIndex]
    }

    /// Returns the number of tokens of the verb that calls a thing off here; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - lastRequest: The place of the last noun for a request.
    ///   - firstNoThing: The place of the first Japanese words that are no thing.
    private static func length(
        at index: Int,
        in tokens: ArraySlice<Token>,
        _ lastRequest: Int?,
        _ firstNoThing: Int?
    ) -> Int? {
        if let found = verbs.longest(at: index, in: tokens) {
            var next = index + found.count
            while next < tokens.endIndex, LanguageData.english.articles.contains(tokens[next].key) { next += 1 }
            guard next < tokens.endIndex, tokens[next].isWord || tokens[next].quotation != nil,
                !noThings.contains(tokens[next].key), lastRequest.map({ $0 < next }) ?? true,
                next > index + found.count || !isDoing(at: next, in: tokens)
            else { return nil }
            return found.count
        }
        guard let found = japaneseVerbs.longest(at: index, in: tokens), index - tokens.startIndex > 2,
            particles.contains(tokens[index - 1].key), tokens[index - 2].key != "の",
            firstNoThing.map({ $0 >= index }) ?? true
        else { return nil }
        return found.count
    }

    /// Returns whether a word names what somebody does, as in "stop deleting items", and not an event such as a meeting.
    private static func isDoing(at index: Int, in tokens: ArraySlice<Token>) -> Bool {
        tokens[index].isWord && tokens[index].key.text.hasSuffix("ing")
            && LanguageData.english.happenings.longest(at: index, in: tokens) == nil
    }
}
