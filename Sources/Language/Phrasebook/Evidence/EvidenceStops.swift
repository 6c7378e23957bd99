/// Words that ask, point or join, and so belong to no name, whatever tool a sentence is about.
enum EvidenceStops {
    static let english = TokenSequences(words: "EvidenceStops", "english")

    static let japanese = TokenSequences(words: "EvidenceStops", "japanese")
}
