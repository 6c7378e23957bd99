/// Whether each word of a sentence has a role in a question that only the world can answer: "Who wrote Hamlet?",
/// 「フランスの首都は？」.
///
/// The forms are few: a relation that no stored thing has, or a deed that is never done to such a thing, and one name.
/// A word without a role is a sign of another meaning: "Who wrote the book in box 3?".
struct WorldQuestion {
    /// The question without the words around it that only ask for an answer; `nil` if a word has no role in it.
    let range: Range<Int>?

    var isWhole: Bool { range != nil }

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        if tokens.contains(where: { $0.isCharacter }) {
            range = JapaneseWorldReader(tokens).range
        } else {
            var reader = EnglishWorldReader(tokens, in: utterance)
            range = reader.range()
        }
    }
}

/// Reads English questions about the world.
private struct EnglishWorldReader {
    private let tokens: ArraySlice<Token>
    private let utterance: Utterance
    private var index: Int

    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        self.tokens = tokens
        self.utterance = utterance
        index = tokens.startIndex
    }

    /// Returns the question; `nil` if a word has no role in it.
    mutating func range() -> Range<Int>? {
        while skip(Self.lookups) || skip(LanguageData.english.fillers) || skipMark() {}
        let start = index
        for form in [Self.relation, Self.property, Self.deed, Self.event, Self.measure, Self.people, Self.meaning] {
            index = start
            guard form(&self) else { continue }
            let end = index
            if isOver() { return start..<end }
        }
        return nil
    }

    // MARK: Forms

    /// Reads "What is the capital of Peru", "population of Tokyo".
    private static func relation(_ reader: inout Self) -> Bool {
        if reader.skip(questions), !reader.skip(copulas) { return false }
        _ = reader.skip(articles)
        while reader.skip(adjectives) {}
        if reader.skip(placeRelations) { return reader.skip(ofWords) && (reader.name() || reader.words()) }
        return reader.skip(nameRelations) && reader.skip(ofWords) && reader.name()
    }

    /// Reads "What is Japan's population".
    private static func property(_ reader: inout Self) -> Bool {
        if reader.skip(questions), !reader.skip(copulas) { return false }
        guard reader.name() else { return false }
        guard reader.key == "'s" else { return false }
        reader.index += 1
        while reader.skip(adjectives) {}
        return reader.skip(placeRelations)
    }

    /// Reads "Who wrote Hamlet".
    private static func deed(_ reader: inout Self) -> Bool {
        guard reader.key == "who" else { return false }
        reader.index += 1
        if reader.skip(authorVerbs) { return reader.name() || reader.words() }
        if reader.skip(inventions) {
            if reader.name() { return true }
            _ = reader.skip(articles)
            return reader.words()
        }
        return reader.skip(deeds) && reader.name()
    }

    /// Reads "When was the Eiffel Tower built", "When did Japan host the Olympics".
    private static func event(_ reader: inout Self) -> Bool {
        guard reader.skip(times) else { return false }
        if reader.skip(pastCopulas) { return reader.name() && reader.skip(participles) }
        guard reader.key == "did" else { return false }
        reader.index += 1
        guard reader.name(), reader.skip(happenings) else { return false }
        _ = reader.name()
        return true
    }

    /// Reads "How tall is the Eiffel Tower", "How far is Rome from Milan".
    private static func measure(_ reader: inout Self) -> Bool {
        if reader.skip(distances) {
            guard reader.name(), reader.skip(distanceLinks) else { return false }
            return reader.name()
        }
        guard reader.skip(heights), reader.skip(copulas) else { return false }
        // A name alone may be a friend's.
        guard reader.key == "the" || reader.key == "mount" || reader.key == "mt" else { return false }
        return reader.name()
    }

    /// Reads "How many people live in Tokyo".
    private static func people(_ reader: inout Self) -> Bool {
        reader.skip(inhabitants) && (reader.name() || reader.words())
    }

    /// Reads "What does serendipity mean", "meaning of the word entropy".
    private static func meaning(_ reader: inout Self) -> Bool {
        if reader.skip(meaningQuestions) {
            _ = reader.skip(wordNouns)
            guard reader.oneWord(), reader.key == "mean" else { return false }
            reader.index += 1
            return true
        }
        if reader.skip(questions), !reader.skip(copulas) { return false }
        _ = reader.skip(articles)
        guard reader.skip(meanings) else { return false }
        return reader.skip(wordNouns) && reader.oneWord()
    }

    // MARK: Parts

    private var key: Word? { index < tokens.endIndex ? tokens[index].key : nil }

    private mutating func skip(_ sequences: TokenSequences) -> Bool {
        guard let found = sequences.longest(at: index, in: tokens) else { return false }
        index += found.count
        return true
    }

    private mutating func skipMark() -> Bool {
        guard index < tokens.endIndex, tokens[index].isSkippable else { return false }
        index += 1
        return true
    }

    private mutating func name() -> Bool {
        guard let end = WorldNames.end(ofNameAt: index, tokens, in: utterance) else { return false }
        index = end
        return true
    }

    private mutating func words() -> Bool {
        guard let end = WorldNames.end(ofWordsAt: index, tokens) else { return false }
        index = end
        return true
    }

    private mutating func oneWord() -> Bool {
        guard index < tokens.endIndex else { return false }
        if tokens[index].quotation == nil, WorldNames.end(ofWordsAt: index, tokens) == nil { return false }
        index += 1
        return true
    }

    /// Returns whether only a time and polite words follow.
    private mutating func isOver() -> Bool {
        while index < tokens.endIndex {
            if skipMark() || skip(Self.now) || skip(LanguageData.english.closings) { continue }
            guard key == "in", index + 1 < tokens.endIndex, tokens[index + 1].isNumber else { return false }
            index += 2
        }
        return true
    }

    // MARK: Words

    private static let lookups = TokenSequences(words: "WorldQuestion", "lookups")
    private static let questions = TokenSequences(["what", "who", "which", "where"])
    private static let copulas = TokenSequences(["is", "are", "was", "were", "'s"])
    private static let articles = TokenSequences(["the", "a", "an"])
    private static let adjectives = TokenSequences(words: "WorldQuestion", "adjectives")
    private static let ofWords = TokenSequences(["of", "in"])
    /// Properties of countries and towns that no stored thing has.
    private static let placeRelations = TokenSequences(words: "WorldQuestion", "placeRelations")
    /// Properties of works, companies and mountains; stored things share only the name.
    private static let nameRelations = TokenSequences(words: "WorldQuestion", "nameRelations")
    private static let authorVerbs = TokenSequences(["wrote", "composed"])
    private static let inventions = TokenSequences(["invented"])
    private static let deeds = TokenSequences(words: "WorldQuestion", "deeds")
    private static let times = TokenSequences(["when", "in which year", "in what year", "what year", "which year"])
    private static let pastCopulas = TokenSequences(["was", "were"])
    private static let participles = TokenSequences(words: "WorldQuestion", "participles")
    private static let happenings = TokenSequences(words: "WorldQuestion", "happenings")
    private static let heights = TokenSequences(["how tall", "how high"])
    private static let distances = TokenSequences(["how far is", "how far is it from", "what is the distance from"])
    private static let distanceLinks = TokenSequences(["from", "to"])
    private static let inhabitants = TokenSequences(words: "WorldQuestion", "inhabitants")
    private static let meaningQuestions = TokenSequences(["what does"])
    private static let meanings = TokenSequences(["meaning of", "definition of", "origin of"])
    private static let wordNouns = TokenSequences(["the word", "the term", "the phrase", "the expression", "word"])
    private static let now = TokenSequences(["now", "right now", "today", "currently", "at the moment", "these days"])
}
