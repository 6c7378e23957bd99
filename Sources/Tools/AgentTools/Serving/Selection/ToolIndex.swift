import Foundation

/// An index of tools for a search by words, ranked by BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
struct ToolIndex: Sendable {
    /// A tool's texts, each with the weight of its words.
    struct Entry: Sendable {
        /// The tool's name, which is also searched.
        var name: String
        /// The description.
        var description = ""
        /// The names and descriptions of the arguments.
        var arguments: [String] = []
        /// The tags and the examples of sentences.
        var keywords: [String] = []
    }

    /// A tool that was found.
    struct Match: Sendable, Equatable {
        /// The tool's name.
        var name: String
        /// The score, which is comparable only within one search.
        var score: Double
    }

    private struct Posting {
        var entry: Int
        var weight: Double
    }

    // The usual parameters of BM25.
    private static let saturation = 1.2
    private static let lengthPart = 0.75
    /// The most terms of a query that are searched, because a question may be long.
    private static let mostTerms = 64

    /// The words of a question that say nothing about its topic, as terms.
    private static let requestWords: Set<String> = [
        "a", "about", "an", "and", "are", "can", "could", "do", "doe", "for", "from", "give", "have", "how", "i", "in",
        "is", "it", "me",
        "my", "of", "on", "or", "please", "show", "tell", "that", "the", "there", "thi", "to", "what", "which", "with",
        "you",
    ]

    private let names: [String]
    private let lengths: [Double]
    private let averageLength: Double
    private let postings: [String: [Posting]]

    /// Makes an index.
    init(_ entries: [Entry]) {
        names = entries.map(\.name)
        var lengths: [Double] = []
        var postings: [String: [Posting]] = [:]
        for (number, entry) in entries.enumerated() {
            var weights: [String: Double] = [:]
            func add(_ text: String, _ weight: Double) {
                for term in SearchTerms(text).terms { weights[term, default: 0] += weight }
            }
            add(entry.name, 3)
            add(entry.description, 1)
            for text in entry.keywords { add(text, 1.5) }
            for text in entry.arguments { add(text, 0.5) }
            lengths.append(weights.values.reduce(0, +))
            for (term, weight) in weights { postings[term, default: []].append(Posting(entry: number, weight: weight)) }
        }
        averageLength = lengths.isEmpty ? 1 : max(1, lengths.reduce(0, +) / Double(lengths.count))
        (self.lengths, self.postings) = (lengths, postings)
    }

    /// Returns the tools that share terms with a query, best first; the order of the entries breaks ties.
    func search(_ query: String, limit: Int) -> [Match] {
        var scores: [Int: Double] = [:]
        let terms = Set(SearchTerms(query).terms.prefix(Self.mostTerms)).subtracting(Self.requestWords)
        for term in terms.sorted() {
            guard let found = postings[term] else { continue }
            let (count, others) = (Double(found.count), Double(names.count - found.count))
            let rarity = log(1 + (others + 0.5) / (count + 0.5))
            for posting in found {
                let length = 1 - Self.lengthPart + Self.lengthPart * lengths[posting.entry] / averageLength
                let frequency = posting.weight * (Self.saturation + 1) / (posting.weight + Self.saturation * length)
                scores[posting.entry, default: 0] += rarity * frequency
            }
        }
        let ranked = scores.sorted { one, other in
            if one.value != other.value { return one.value > other.value }
            return one.key < other.key
        }
        return ranked.prefix(max(0, limit)).map { Match(name: names[$0.key], score: $0.value) }
    }
}
