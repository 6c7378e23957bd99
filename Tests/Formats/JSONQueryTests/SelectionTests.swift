import JSONQuery
import StreamingJSON
import Testing

/// Segments and selectors, most of them with the documents and queries of RFC 9535.
@Suite struct SelectionTests {
    static let overview: [Row] = [
        Row(
            "$.store.book[*].author",
            in: bookstore,
            #"["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]"#
        ),
        Row(
            "$..author",
            in: bookstore,
            #"["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]"#
        ),
        Row("$.store..price", in: bookstore, "[8.95, 12.99, 8.99, 22.99, 399]"),
        Row("$..book[2].author", in: bookstore, #"["Herman Melville"]"#, at: ["$['store']['book'][2]['author']"]),
        Row("$..book[2].publisher", in: bookstore, "[]"),
        Row("$..book[-1].title", in: bookstore, #"["The Lord of the Rings"]"#),
        Row("$..book[0,1].price", in: bookstore, "[8.95, 12.99]"),
        Row("$..book[:2].price", in: bookstore, "[8.95, 12.99]"),
        Row("$..book[?@.isbn].price", in: bookstore, "[8.99, 22.99]"),
        Row("$..book[?@.price<10].title", in: bookstore, #"["Sayings of the Century", "Moby Dick"]"#),
    ]

    static let selectors: [Row] = [
        Row("$", #"{"k": "v"}"#, #"[{"k": "v"}]"#, at: ["$"]),
        Row("$.o['j j']", #"{"o": {"j j": {"k.k": 3}}}"#, #"[{"k.k": 3}]"#, at: ["$['o']['j j']"]),
        Row("$.o['j j']['k.k']", #"{"o": {"j j": {"k.k": 3}}}"#, "[3]", at: ["$['o']['j j']['k.k']"]),
        Row(#"$["'"]["@"]"#, #"{"'": {"@": 2}}"#, "[2]", at: [#"$['\'']['@']"#]),
        Row("$[*]", #"{"o": {"j": 1}, "a": [5, 3]}"#, #"[{"j": 1}, [5, 3]]"#, at: ["$['o']", "$['a']"]),
        Row("$.o[*, *]", #"{"o": {"j": 1, "k": 2}}"#, "[1, 2, 1, 2]"),
        Row("$[1]", #"["a", "b"]"#, #"["b"]"#, at: ["$[1]"]),
        Row("$[-2]", #"["a", "b"]"#, #"["a"]"#, at: ["$[0]"]),
        Row("$[-3, 2]", #"["a", "b"]"#, "[]"),
        Row("$['0']", #"["a"]"#, "[]"),
        Row("$[0]", #"{"0": 1}"#, "[]"),
        Row("$[0]", #""text""#, "[]"),
        Row("$[0, 3, 0]", "[1, 2, 3, 4]", "[1, 4, 1]"),
        Row("$[0:2, 5]", "[0, 1, 2, 3, 4, 5]", "[0, 1, 5]"),
        Row("$.a.a", "{\"a\": null}", "[]"),
        Row("$[?@.\u{E9}]", "[{\"\u{E9}\": 1}, {\"e\u{301}\": 2}]", "[{\"\u{E9}\": 1}]"),
    ]

    static let slices: [Row] = [
        Row("$[1:3]", "[0, 1, 2, 3, 4, 5, 6]", "[1, 2]", at: ["$[1]", "$[2]"]),
        Row("$[5:]", "[0, 1, 2, 3, 4, 5, 6]", "[5, 6]"),
        Row("$[1:5:2]", "[0, 1, 2, 3, 4, 5, 6]", "[1, 3]"),
        Row("$[5:1:-2]", "[0, 1, 2, 3, 4, 5, 6]", "[5, 3]"),
        Row("$[::-1]", "[0, 1, 2, 3]", "[3, 2, 1, 0]"),
        Row("$[::-1]", "[]", "[]"),
        Row("$[ : : ]", "[0, 1]", "[0, 1]"),
        Row("$[::0]", "[0, 1]", "[]"),
        Row("$[-2:]", "[0, 1, 2]", "[1, 2]"),
        Row("$[:-1:-1]", "[0, 1, 2]", "[]"),
        Row("$[-9:9]", "[0, 1, 2]", "[0, 1, 2]"),
        Row("$[9:-9:-1]", "[0, 1, 2]", "[2, 1, 0]"),
        Row("$[1:9007199254740991:9007199254740991]", "[0, 1, 2]", "[1]"),
        Row("$[9007199254740991:-9007199254740991:-9007199254740991]", "[0, 1, 2]", "[2]"),
        Row("$[1:2]", #"{"1": 1}"#, "[]"),
    ]

    static let descendants: [Row] = [
        Row("$..j", #"{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}"#, "[1, 4]"),
        Row(
            "$..[0]",
            #"{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}"#,
            #"[5, {"j": 4}]"#,
            at: ["$['a'][0]", "$['a'][2][0]"]
        ),
        Row("$..o", #"{"o": {"j": 1}}"#, #"[{"j": 1}]"#),
        Row("$.o..[*, *]", #"{"o": {"j": 1, "k": 2}}"#, "[1, 2, 1, 2]"),
        Row("$.a..[0, 1]", #"{"a": [5, 3, [{"j": 4}, {"k": 6}]]}"#, #"[5, 3, {"j": 4}, {"k": 6}]"#),
        // Parents are before their descendants.
        Row("$..*", "[[[1]], [2]]", "[[[1]], [2], [1], 1, 2]"),
        Row("$..a..a", #"{"a": {"a": {"a": 1}}}"#, #"[{"a": 1}, 1, 1]"#),
    ]

    @Test(arguments: overview + selectors + slices + descendants)
    func nodesOfAQuery(row: Row) throws {
        let nodes = try JSONQuery(parsing: row.query).nodes(in: row.document)
        #expect(JSONValue.array(nodes.map(\.value)) == row.values)
        if let paths = row.paths { #expect(nodes.map(\.normalizedPath) == paths) }
    }

    @Test func countsOfTheBookstore() throws {
        #expect(try JSONQuery(parsing: "$..*").values(in: bookstore).count == 27)
        #expect(try JSONQuery(parsing: "$.store.*").values(in: bookstore).count == 2)
        #expect(try JSONQuery(parsing: "$..book.*").values(in: bookstore).count == 4)
    }

    @Test func duplicatesOfDescendantsOfDescendants() throws {
        var chain: JSONValue = 0
        for _ in 0..<90 { chain = ["a": chain] }
        let query = try JSONQuery(parsing: "$..a..a..a", limits: JSONQuery.Limits(results: 117_480))
        let limits = JSONQuery.Limits(baseSteps: 1_000_000, results: 117_480)
        #expect(try JSONQuery(parsing: "$..a..a..a", limits: limits).values(in: chain).count == 117_480)
        let error = #expect(throws: JSONQueryError.self) { _ = try query.values(in: chain) }
        #expect(error?.code == .workLimit)
    }

    @Test(arguments: [
        ("$", true), ("$.a[0]['b']", true), ("$ .a [ -1 ]", true), ("$.*", false), ("$..a", false), ("$[0, 1]", false),
        ("$[0:1]", false), ("$[?@]", false),
    ])
    func singularQueries(text: String, isSingular: Bool) throws {
        #expect(try JSONQuery(parsing: text).isSingular == isSingular)
    }

    @Test func descendantSegmentsAreCounted() throws {
        let query = try JSONQuery(parsing: "$..a[?@..b && count($..c) > 1]..*")
        #expect(query.descendantCount == 2)
        #expect(query.filterDescendantCount == 2)
        #expect(try JSONQuery(parsing: "$.a['..']").descendantCount == 0)
    }
}
