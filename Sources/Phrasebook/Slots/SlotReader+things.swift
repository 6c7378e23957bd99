extension SlotReader {
    /// Runs of text that can be the name of a thing: none that begins or ends with what only happens, as "a meeting with Ben" does.
    func things(at start: Int) -> [SlotCandidate] {
        let english = LanguageData.english.happenings
        let japanese = LanguageData.japanese.happenings
        func happens(at index: Int, until end: Int) -> Bool {
            [english, japanese].contains { words in
                words.lengths(at: index, in: tokens).contains { end < 0 || index + $0 == end }
            }
        }
        guard !happens(at: start, until: -1) || tokens[start].quotation != nil else { return [] }
        return candidates(for: .name, number: Vocabulary.name, at: start).filter { candidate in
            !(max(start, candidate.end - 8)..<candidate.end).contains { happens(at: $0, until: candidate.end) }
        }
    }
}
