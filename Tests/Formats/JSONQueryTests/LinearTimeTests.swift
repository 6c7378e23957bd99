import JSONQuery
import StreamingJSON
import Testing

/// The steps of a query, which must not grow faster than the document.
@Suite struct LinearTimeTests {
    /// A document of about 250 bytes for each item.
    private static func document(items: Int) -> JSONValue {
        let items = (0..<items).map { index -> JSONValue in
            [
                "id": .integer(index), "name": .string("item \(index)"), "price": .number(Double(index % 500) + 0.5),
                "tags": ["red", "round", ["deep": ["deeper": ["deepest": .integer(index)]]]],
                "text": .string(String(repeating: "lorem ipsum dolor ", count: 8)),
                "size": ["width": 20, "height": .integer(index % 90), "unit": "mm"],
            ]
        }
        return ["items": .array(items), "patterns": ["r.d", "x"], "p": [1, 2, 3]]
    }

    /// The last is a document of 1 MB.
    private static let documents = [500, 1_000, 2_000, 4_000].map(document)

    static let queries = [
        "$..price", "$..*", "$..[0]", "$..tags[*]", "$..[?@.price < 100]", "$..[?@.width == 20 && @.height > 45]",
        "$.items[?count($..price) > 0]", "$.items[?@.size == $.items[7].size]", "$.items[?search(@.text, 'dolor l')]",
        "$.items[?match(@.tags[0], $.patterns[0])]", "$.items[?@.id == value($..none)]",
        "$.items[?count(@..*) > 10].name",
    ]

    @Test(arguments: queries) func stepsDoubleWithTheDocument(text: String) throws {
        let query = try JSONQuery(parsing: text)
        let steps = try Self.documents.map { try query.measuredNodes(in: $0).steps }
        print("JSONQuery, steps for 500, 1,000, 2,000 and 4,000 items: \(text): \(steps)")
        for (fewer, more) in zip(steps, steps.dropFirst()) { #expect(Double(more) < 2.05 * Double(fewer)) }
    }

    @Test func theLargestDocumentHasAMegabyte() {
        #expect((Self.documents.last?.serialized().utf8.count ?? 0) > 1_000_000)
    }
}
