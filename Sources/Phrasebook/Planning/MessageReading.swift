/// A message and what the phrases make of its sentences, whatever was said before it; found out when it is asked for, and once.
final class MessageReading {
    let message: String
    private let makeMatcher: (String) -> PhraseMatcher
    private var matches: [Range<Int>: [PhraseMatch]] = [:]
    private var changes: [Range<Int>: [PlannedCall]?] = [:]
    /// What speaks for tools in the sentence that was looked at last.
    private var evidence: (sentence: Range<Int>, outward: OutwardGate, topics: TopicReader)?

    /// Finds phrases in the message.
    private(set) lazy var matcher = makeMatcher(message)

    init(_ message: String, matcher: @escaping (String) -> PhraseMatcher) {
        self.message = message
        makeMatcher = matcher
    }

    /// The requests that a sentence of the message holds.
    func matches(in sentence: Range<Int>) -> [PhraseMatch] {
        if let known = matches[sentence] { return known }
        let found = Segmentation(sentence, matcher: matcher).matches
        matches[sentence] = found
        return found
    }

    /// The changes of items that a part of the message asks for, as the planner of the message reads them.
    func changes(in part: Range<Int>, _ read: (Range<Int>) -> [PlannedCall]?) -> [PlannedCall]? {
        if let known = changes[part] { return known }
        let found = read(part)
        changes[part] = .some(found)
        return found
    }

    /// What may leave with a sentence of the message, and what speaks for tools in it, as the planner of the message reads them.
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
