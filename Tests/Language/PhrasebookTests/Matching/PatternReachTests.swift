import Testing

@testable import Phrasebook

@Suite struct PatternReachTests {
    /// Returns whether a pattern may match a whole message with a score above the threshold.
    private func reaches(_ pattern: String, in message: String, above threshold: Int32 = 0) throws -> Bool {
        var vocabulary = Vocabulary()
        let program = try PatternProgram(pattern, vocabulary: &vocabulary)
        let tokens = Utterance(message).tokens
        let words = MessageWords(tokens, vocabulary)
        let places = try #require(words.places)
        let reach = PatternReach(places, tokens[...])
        let end: UInt64 = 1 << UInt64(tokens.count)
        var states: [UInt64] = []
        let isFound = reach.follow(program, from: 1, to: end, above: threshold, &states)
        // A pattern that is reachable from the front is reachable from the back.
        if isFound, threshold == 0 { #expect(reach.prune(&states, of: program, to: end, above: threshold)) }
        return isFound
    }

    @Test(arguments: [
        ("show [me ]the list", "show me the list", true), ("show [me ]the list", "show the list", true),
        ("show the list", "the list show", false), ("show the list", "show the", false),
        ("show list", "show the list", true), ("add {title:item}", "add milk", true),
        ("add {title:item}", "add", false),
        ("add {title:item} now", "now add milk", false), ("{a:place}と{b:place}の天気", "東京と大阪の天気", true),
        ("天気{a:place}", "東京の天気", false), ("ノート", "のーと", true), ("what is it", "what's it", true),
        ("show the list", "show, the list", true),
    ])
    func readsTheOrder(pattern: String, message: String, isReached: Bool) throws {
        #expect(try reaches(pattern, in: message) == isReached)
    }

    @Test("A pattern that cannot exceed a score is skipped")
    func limits() throws {
        // Four letters and nothing else: forty.
        #expect(try reaches("list", in: "list", above: 39))
        #expect(try !reaches("list", in: "list", above: 40))
        // A name is worth less than literal text.
        #expect(try reaches("list {title:text}", in: "list milk", above: 51))
        #expect(try !reaches("list {title:text}", in: "list milk", above: 52))
    }

    @Test("Longer messages have no bits")
    func longMessages() {
        let vocabulary = Vocabulary()
        #expect(MessageWords(Utterance(String(repeating: "a ", count: 63)).tokens, vocabulary).places != nil)
        #expect(MessageWords(Utterance(String(repeating: "a ", count: 64)).tokens, vocabulary).places == nil)
    }

    @Test(
        "A pattern begins only where it leads to its end",
        arguments: [
            ("show [the ]list", "show me, show the list", [2, 3]), ("list", "list the list", [0, 1, 2]),
            ("add {title:item} now", "add milk add tea now", [0, 2]), ("the list show", "show the list", []),
        ]
    )
    func beginnings(pattern: String, message: String, places: [Int]) throws {
        var vocabulary = Vocabulary()
        let program = try PatternProgram(pattern, vocabulary: &vocabulary)
        let tokens = Utterance(message).tokens
        let reach = PatternReach(try #require(MessageWords(tokens, vocabulary).places), tokens[...])
        var states: [UInt64] = []
        let bits = reach.beginnings(of: program, &states)
        #expect(tokens.indices.filter { bits >> UInt64($0) & 1 != 0 } == places)
    }
}
