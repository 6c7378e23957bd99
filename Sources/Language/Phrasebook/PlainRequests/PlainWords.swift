/// The closed lists of words that show whether an unquoted value may contain more than one value.
enum PlainWords {
    /// Words that are in no plain English value.
    static let english = WordSet(
        (englishFunction + englishMeasure + englishJudgement + englishTime + englishVerbs + englishThings).map {
            Word($0)
        }
    )

    /// The words among them that start another part of a request or another request.
    static let englishParts = WordSet((englishFunction + englishVerbs + englishThings).map { Word($0) })

    /// Articles, prepositions, conjunctions, pronouns, auxiliaries and adverbs.
    private static let englishFunction = PhraseTexts.phrasebook["PlainWords"].words("englishFunction")

    /// Words that count without being numbers.
    private static let englishMeasure = PhraseTexts.phrasebook["PlainWords"].words("englishMeasure")

    /// Words that judge or compare, and so may belong to the item or to a statement about it.
    private static let englishJudgement = PhraseTexts.phrasebook["PlainWords"].words("englishJudgement")

    private static let englishTime = PhraseTexts.phrasebook["PlainWords"].words("englishTime")

    /// The verbs of requests, and others that may start a second request.
    private static let englishVerbs = PhraseTexts.phrasebook["PlainWords"].words("englishVerbs")

    /// Words for any item and for the collection, which are no titles.
    private static let englishThings = PhraseTexts.phrasebook["PlainWords"].words("englishThings")

    /// Returns whether a word has the ending of an English adverb or participle.
    static func isInflected(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        func hasVowel(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.contains { "aeiouy".utf8.contains($0) } }
        if word.hasSuffix("ing"), bytes.count > 4 { return hasVowel(bytes.dropLast(3)) }
        if word.hasSuffix("ed"), bytes.count > 4 { return hasVowel(bytes.dropLast(2)) }
        return word.hasSuffix("ly") && bytes.count > 4
    }

    /// Texts that are in no plain Japanese value.
    static let japanese = TokenSequences(words: "PlainWords", "japanese")

    /// Words of one kanji that are no value by themselves, and that end none.
    static let japaneseEnds = WordSet(words: "PlainWords", "japaneseEnds")

    /// Nouns with kana in them that look like particles or endings.
    static let japaneseNouns = TokenSequences(words: "PlainWords", "japaneseNouns")

    /// Japanese particles and inflections of one kana.
    static let particles = WordSet(words: "PlainWords", "particles")

    /// Kana between two kanji of one noun, as in 「消しゴム」.
    static let joints: WordSet = ["し", "り", "き", "み", "び", "ぎ", "け", "え", "め"]
}
