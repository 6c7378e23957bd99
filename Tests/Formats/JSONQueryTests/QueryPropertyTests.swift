import JSONQuery
import SeededRandom
import StreamingJSON
import Testing

/// Properties of random documents and queries.
@Suite struct QueryPropertyTests {
    private static let names = [
        "a", "b", "c", "", " ", "'", "\"", "\\", "\n", "\u{8}\u{C}\t\r", "\u{0}\u{1F}", "a.b", "['a']", "\u{E9}",
        "e\u{301}", "\u{1F600}",
        "\u{7F}", "$", "@", "0",
    ]

    private static func document(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        let kind = depth == 0 ? Int.random(in: 0...4, using: &random) : Int.random(in: 0...8, using: &random)
        let count = Int.random(in: 0...4, using: &random)
        switch kind {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int.random(in: -3...3, using: &random))
        case 3: return .number(Double(Int.random(in: -6...6, using: &random)) / 2)
        case 4: return .string(names.randomElement(using: &random) ?? "")
        case 5, 6: return .array((0..<count).map { _ in document(depth: depth - 1, using: &random) })
        default:
            return .object(
                JSONObject(
                    (0..<count).map { _ in
                        (names.randomElement(using: &random) ?? "", document(depth: depth - 1, using: &random))
                    }
                )
            )
        }
    }

    private static func documents(_ count: Int, seed: UInt64) -> [JSONValue] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in document(depth: 5, using: &random) }
    }

    @Test func normalizedPathsSelectTheirNodes() throws {
        for document in Self.documents(200, seed: 1) {
            var paths = Set<[UInt8]>()
            for node in try JSONQuery(parsing: "$..*").nodes(in: document) {
                let query = try JSONQuery(parsing: node.normalizedPath)
                #expect(query.isSingular)
                let found = try query.nodes(in: document)
                #expect(found.map(\.value) == [node.value])
                #expect(found.map(\.normalizedPath) == [node.normalizedPath])
                #expect(node.path.normalized == node.normalizedPath)
                // Each node has a path of its own.
                #expect(paths.insert(Array(node.normalizedPath.utf8)).inserted)
            }
        }
    }

    @Test(arguments: [
        // Two ways to write the same query.
        ("$..*", "$..[*]"), ("$[*]", "$[?@ == @]"), ("$.a", "$['a']"), ("$[*]", "$[?$]"),
        ("$..a", "$..[?true == false, 'a']"),
        ("$[?@.a]", "$[?count(@.a) == 1]"), ("$[?@.a]", "$[?@['a']]"), ("$[?@.*]", "$[?count(@.*) > 0]"),
        ("$[?@..a]", "$[?count(@..a) != 0]"),
        ("$[?@.a && @.b]", "$[?!(!@.a || !@.b)]"), ("$[?@.a == @.b]", "$[?!(@.a != @.b)]"),
        ("$[?@.a > @.b]", "$[?@.b < @.a]"),
        ("$[?@.a >= 1]", "$[?@.a > 1 || @.a == 1]"), ("$[:]", "$[::1]"),
        ("$[?@.a]", "$[?value(@.a) == value(@.a) && @.a]"),
        ("$[?@ == 1]", "$[?@ == 1.0]"), ("$[?match(@, '.*a.*')]", "$[?search(@, 'a') && !search(@, '[\\n\\r]')]"),
    ])
    func equivalentQueries(left: String, right: String) throws {
        let (left, right) = (try JSONQuery(parsing: left), try JSONQuery(parsing: right))
        for document in Self.documents(300, seed: 2) {
            let (ours, theirs) = (try left.nodes(in: document), try right.nodes(in: document))
            #expect(ours.map(\.normalizedPath) == theirs.map(\.normalizedPath))
            #expect(try left.values(in: document) == ours.map(\.value))
        }
    }

    @Test func slicesSelectTheIndexesOfTheDefinition() throws {
        var random = SeededGenerator(seed: 3)
        var unequal: [String] = []
        for _ in 0..<RandomRounds.count {
            let count = Int.random(in: 0...6, using: &random)
            let start = Int.random(in: -8...8, using: &random)
            let end = Int.random(in: -8...8, using: &random)
            let step = Int.random(in: -3...3, using: &random)
            // The algorithm of RFC 9535 §2.3.4.2.2, with its names.
            var expected: [Int] = []
            let (nStart, nEnd) = (start >= 0 ? start : count + start, end >= 0 ? end : count + end)
            if step > 0 {
                let (lower, upper) = (min(max(nStart, 0), count), min(max(nEnd, 0), count))
                var index = lower
                while index < upper {
                    expected.append(index)
                    index += step
                }
            } else if step < 0 {
                let (upper, lower) = (min(max(nStart, -1), count - 1), min(max(nEnd, -1), count - 1))
                var index = upper
                while lower < index {
                    expected.append(index)
                    index += step
                }
            }
            let query = try JSONQuery(parsing: "$[\(start):\(end):\(step)]")
            let values = try query.values(in: .array((0..<count).map { .integer($0) }))
            if values != expected.map({ .integer($0) }) { unequal.append("\(query) of \(count)") }
        }
        #expect(unequal == [])
    }

    @Test func randomTextsNeitherTrapNorSelectWithoutBound() throws {
        var random = SeededGenerator(seed: 4)
        let pieces = [
            "$", "@", ".", "..", "a", "b", "[", "]", "?", "*", "0", "-1", ":", ",", "'a'", "\"b\"", "(", ")", "!", "==",
            "<", "&&", "||",
            " ", "length(", "count(", "match(", "value(", "true", "null", "1.5e3", "\\", "\u{E9}", "'", "$[?@.a", "$..",
        ]
        let documents = Self.documents(5, seed: 5)
        var parsed = 0
        var faults: [String] = []
        for _ in 0..<RandomRounds.count {
            let count = Int.random(in: 0...9, using: &random)
            let text = "$" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(JSONQueryError) {
                let query = try JSONQuery(parsing: text)
                parsed += 1
                for document in documents { _ = try query.values(in: document) }
            } catch {
                let isPlaced = error.offset.map { (0...text.utf8.count).contains($0) } ?? false
                if error.code == .workLimit || !isPlaced { faults.append("\(text): \(error)") }
            }
        }
        #expect(faults == [])
        #expect(parsed > RandomRounds.count / 20)
    }
}
