/// A message and the matches of its sentences, independent of earlier messages; each part is computed on demand, and
/// once.
final class MessageReading {
    let message: String
    private let makeMatcher: (String) -> PhraseMatcher
    private var matches: [Range<Int>: [PhraseMatch]] = [:]
    private var changes: [Range<Int>: [PlannedCall]?] = [:]
    /// The evidence for tools in the last sentence.
    private var evidence: (sentence: Range<Int>, outward: OutwardGate, topics: TopicReader)?

    /// Matches phrases in the message.
    private(set) lazy var matcher = makeMatcher(message)

    init(_ message: String, matcher: @escaping (String) -> PhraseMatcher) {
        self.message = message
        makeMatcher = matcher
    }

    /// Returns the requests in a sentence of the message.
    func matches(in sentence: Range<Int>) -> [PhraseMatch] {
        if let known = matches[sentence] { return known }
        let found = Segmentation(sentence, matcher: matcher).matches
        matches[sentence] = found
        return found
    }

    /// Returns the changes of items that a part of the message asks for; `read` computes them the first time.
    func changes(in part: Range<Int>, _ read: (Range<Int>) -> [PlannedCall]?) -> [PlannedCall]? {
        if let known = changes[part] { return known }
        let found = read(part)
        changes[part] = .some(found)
        return found
    }

    /// Returns the gate for external calls and the evidence for tools in a sentence of the message; `read` computes
    /// them the first time.
    func evidence(
        in sentence: Range<Int>,
        _ read: (Range<Int>) -> (OutwardGate, TopicReader)
    ) -> (outward: OutwardGate, topics: TopicReader) {
        if let known = evidence, known.sentence == sentence { return (known.outward, known.topics) }
        let found = read(sentence)
        evidence = (sentence, found.0, found.1)
        return found
    }
}
