import CPhrasebookWords

extension PhraseTexts {
    /// The words of the built-in model, with a section for each of its files that has long lists.
    static let phrasebook = PhraseTexts(bytes: torii_phrasebook_words(), count: torii_phrasebook_words_size())
}

extension TokenSequences {
    /// The words of a list of ``PhraseTexts/phrasebook``.
    init(words section: String, _ list: String) { self.init(PhraseTexts.phrasebook[section].words(list)) }
}

extension WordSet {
    /// The words of a list of ``PhraseTexts/phrasebook``.
    init(words section: String, _ list: String) {
        self.init(PhraseTexts.phrasebook[section].words(list).map { Word($0) })
    }
}

extension Set<Word> {
    /// The words of a list of ``PhraseTexts/phrasebook``.
    init(words section: String, _ list: String) {
        self.init(PhraseTexts.phrasebook[section].words(list).map { Word($0) })
    }
}
