// MARK: - Clauses and headings

extension SlotReader {
    private static let subjects = WordSet(words: "SlotReader.statements", "subjects")
    private static let verbs = WordSet(words: "SlotReader.statements", "verbs")
    /// The most words of a subject before its verb.
    private static let longestSubject = 5

    /// Reads English clauses: they start with a pronoun that is a subject, or have one of a few verbs after a short subject.
    func statements(at start: Int) -> [SlotCandidate] {
        if tokens[start].quotation != nil { return quotation(at: start) }
        guard tokens[start].isWord else { return [] }
        let verb = tokens[start...].dropFirst().prefix(Self.longestSubject).firstIndex { Self.verbs.contains($0.key) }
        let isClause = Self.subjects.contains(tokens[start].key)
        guard isClause || verb != nil else { return [] }
        let least = isClause ? start : verb ?? start
        return texts(at: start, limit: 200, score: Score.text, mixesQuotations: true).filter { $0.end > least + 1 }
    }

    /// Reads texts before a colon, as in "Gift ideas: a scarf", but not before that of "10:30".
    func headings(at start: Int) -> [SlotCandidate] {
        texts(at: start, limit: 40, score: Score.specific, mixesQuotations: false).filter { candidate in
            let (colon, next) = (candidate.end, candidate.end + 1)
            guard next < tokens.endIndex, tokens[colon].key == ":" else { return false }
            return !tokens[next].isNumber || tokens[colon].range.upperBound < tokens[next].range.lowerBound
        }
    }
}
