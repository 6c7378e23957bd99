/// A message and what the phrases make of its sentences, whatever was said before it; found out when it is asked for, and once.
final class MessageReading {
    let message: String
    private let makeMatcher: (String) -> PhraseMatcher
    private var matches: [Range<Int>: [PhraseMatch]] = [:]

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
}
