import JSONQuery
import StreamingJSON
import Testing

/// The limits, and the number of steps of queries that cost much elsewhere.
@Suite struct QueryLimitTests {
    private static func fault(of text: String, _ limits: JSONQuery.Limits = .init()) -> JSONQueryError? {
        #expect(throws: JSONQueryError.self) { _ = try JSONQuery(parsing: text, limits: limits) }
    }

    @Test func lengthOfAQuery() throws {
        let longest = "$." + String(repeating: "a", count: 4_094)
        _ = try JSONQuery(parsing: longest)
        #expect(Self.fault(of: longest + "a")?.code == .tooLarge)
        #expect(Self.fault(of: longest + "a")?.offset == 4_096)
    }

    @Test func segmentsOfAQuery() throws {
        _ = try JSONQuery(parsing: "$" + String(repeating: ".a", count: 64))
        #expect(Self.fault(of: "$" + String(repeating: ".a", count: 65))?.offset == 129)
        // Those of the queries in filters count too.
        #expect(Self.fault(of: "$" + String(repeating: ".a", count: 60) + "[?@.a.b.c.d]")?.code == .tooLarge)
    }

    @Test(arguments: [("(", ")"), ("@[?", "]"), ("length(", ")")]) func nestingOfFilters(
        open: String,
        close: String
    ) throws {
        func text(_ depth: Int) -> String {
            let inner = String(repeating: open, count: depth) + "@" + String(repeating: close, count: depth)
            return "$[?\(inner)\(open == "length(" ? " > 0" : "")]"
        }
        // The outermost filter is a level too.
        _ = try JSONQuery(parsing: text(15))
        #expect(Self.fault(of: text(16))?.code == .tooLarge)
        #expect(Self.fault(of: text(500))?.code == .tooLarge)
    }

    @Test func sizeOfAPattern() throws {
        #expect(Self.fault(of: "$[?match(@, '(a{1,100}){1,100}')]")?.offset == 12)
        #expect(
            Self.fault(
                of: "$[?match(@, '\(String(repeating: "(", count: 300))\(String(repeating: ")", count: 300))')]"
            )?.code == .tooLarge
        )
        let query = try JSONQuery(parsing: "$.texts[?match(@, $.pattern)]")
        let document = parsed(#"{"pattern": "(a{1,100}){1,100}", "texts": ["a"]}"#)
        #expect(throws: JSONQueryError.self) { _ = try query.values(in: document) }
        // A text that is no I-Regexp matches nothing; it is no error.
        #expect(try query.values(in: parsed(#"{"pattern": "(", "texts": ["a"]}"#)).isEmpty)
    }

    @Test func numberOfResults() throws {
        let document = JSONValue.array(Array(repeating: 0, count: 100))
        #expect(try JSONQuery(parsing: "$[*]", limits: .init(results: 100)).values(in: document).count == 100)
        let query = try JSONQuery(parsing: "$[*]", limits: .init(results: 99))
        #expect(throws: JSONQueryError.self) { _ = try query.values(in: document) }
        // Only the nodes of the whole query count.
        let filter = try JSONQuery(parsing: "$[?count($[*]) == 100]", limits: .init(results: 100))
        #expect(try filter.values(in: document).count == 100)
    }

    @Test func stepsGrowWithTheDocument() throws {
        let query = try JSONQuery(parsing: "$..x", limits: .init(stepsPerNode: 1, baseSteps: 10))
        #expect(throws: JSONQueryError.self) { _ = try query.values(in: .array(Array(repeating: [[]], count: 100))) }
        let generous = try JSONQuery(parsing: "$..x", limits: .init(stepsPerNode: 3, baseSteps: 10))
        #expect(try generous.values(in: .array(Array(repeating: [[]], count: 100))).isEmpty)
    }

    @Test func aSliceOfManyDuplicatesEnds() throws {
        let text = "$" + String(repeating: "[0,0,0,0]", count: 60)
        var document: JSONValue = 0
        for _ in 0..<60 { document = [document] }
        let query = try JSONQuery(parsing: text)
        let error = #expect(throws: JSONQueryError.self) { _ = try query.values(in: document) }
        #expect(error?.code == .workLimit)
        #expect(error?.offset == nil)
    }

    @Test func patternsCountTheirCharacters() throws {
        let document: JSONValue = [.string(String(repeating: "a", count: 200_000))]
        #expect(try JSONQuery(parsing: "$[?search(@, 'b')]").values(in: document).isEmpty)
        #expect(try JSONQuery(parsing: "$[?match(@, 'a*')]").values(in: document).count == 1)
        let query = try JSONQuery(parsing: "$[?search(@, '(a?){1000}b')]", limits: .init(baseSteps: 10_000))
        let error = #expect(throws: JSONQueryError.self) { _ = try query.values(in: document) }
        #expect(error?.code == .workLimit)
    }

    @Test(.timeLimit(.minutes(1))) func deepDocuments() throws {
        let depth = JSONParseOptions.greatestDepth
        let arrays = parsed(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        #expect(try JSONQuery(parsing: "$..*").values(in: arrays).count == depth - 1)
        #expect(try JSONQuery(parsing: "$[?@ == $[0]]").values(in: arrays).count == 1)
        let last = try JSONQuery(parsing: "$..*").nodes(in: arrays).last
        #expect(last?.path.steps.count == depth - 1)
        #expect(try JSONQuery(parsing: "$[?count(@..*) == \(depth - 2)]").values(in: arrays).count == 1)
    }
}
