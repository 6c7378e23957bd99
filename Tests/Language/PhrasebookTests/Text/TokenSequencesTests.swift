import Testing

@testable import Phrasebook

@Suite struct TokenSequencesTests {
    private static let texts = ["show", "show me", "give me", "the list", "list", "教えて", "教え", "show"]

    @Test(arguments: [
        ("show me the list", 0, 2, 1, [2, 1, 1]), ("show the list", 0, 1, 0, [1, 1]), ("show the list", 1, 2, 3, [2]),
        ("教えてください", 0, 3, 5, [3, 2]), ("give us", 0, 0, -1, []), ("nothing", 0, 0, -1, []), ("show", 1, 0, -1, []),
    ])
    func findsTheLongest(message: String, start: Int, count: Int, index: Int, lengths: [Int]) {
        let tokens = Utterance(message).tokens[...]
        let sequences = TokenSequences(Self.texts)
        let found = sequences.longest(at: start, in: tokens)
        #expect(found?.count ?? 0 == count)
        #expect(found?.index ?? -1 == index)
        #expect(sequences.lengths(at: start, in: tokens) == lengths)
    }

    @Test("A condition skips longer texts")
    func condition() {
        let tokens = Utterance("show me the list").tokens[...]
        let found = TokenSequences(Self.texts).longest(at: 0, in: tokens) { count, index in count == 1 && index == 7 }
        #expect(found?.index == 7)
    }

    @Test("A set of no texts has none")
    func empty() {
        #expect(TokenSequences([]).longest(at: 0, in: Utterance("a").tokens[...]) == nil)
    }

    @Test("Each of many texts is found")
    func many() {
        let texts = (0..<500).map { "w\(String($0, radix: 26, uppercase: false)) x" }
        let sequences = TokenSequences(texts)
        for (number, text) in texts.enumerated() {
            #expect(sequences.longest(at: 0, in: Utterance(text).tokens[...])?.index == number)
        }
    }
}
