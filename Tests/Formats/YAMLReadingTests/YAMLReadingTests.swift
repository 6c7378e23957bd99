import StreamingJSON
import Testing

@testable import YAMLReading

@Suite(.timeLimit(.minutes(1))) struct YAMLReadingTests {
    private static let limits = YAMLLimits(bytes: 4 << 20, depth: 64, nodes: 100_000, aliases: 1_000)

    private func read(_ text: String, _ limits: YAMLLimits = limits) throws -> JSONValue {
        try #require(try YAMLElement.read(text.utf8, limits: limits)).json
    }

    private func fault(_ text: String, _ limits: YAMLLimits = limits) throws -> YAMLFault {
        try #require(throws: YAMLFault.self) { _ = try YAMLElement.read(text.utf8, limits: limits) }
    }

    @Test(
        "YAML has only JSON's values",
        arguments: [
            ("yes", "yes"), ("on", "on"), ("017", "017"), ("1:30", "1:30"), ("2020-01-01", "2020-01-01"), ("1", 1),
            ("-2.5", -2.5), ("true", true), ("null", nil), ("~", nil), ("'1'", "1"), (".inf", ".inf"),
            ("0x10", "0x10"), ("1_000", "1_000"),
        ] as [(String, JSONValue)]
    )
    func values(text: String, value: JSONValue) throws {
        #expect(try read("a: \(text)\n200: a") == ["a": value, "200": "a"])
    }

    @Test func placesAreKept() throws {
        let root = try #require(try YAMLElement.read("a: 1\nbc:\n  - x\n  - d: e\n".utf8, limits: Self.limits))
        guard case .members(let members) = root.value, case .list(let list) = members[1].value.value else {
            Issue.record("another shape")
            return
        }
        #expect(members[1].place == (2, 1) && list[1].line == 4 && list[1].column == 5)
    }

    // MARK: Aliases

    @Test func aliasesAreRead() throws {
        let value = try read(
            "a: &x {b: 1}\nc: *x\nd: a *bold* word, *x really ? yes\ne: '*x'\nf: |\n  *x\n  ? *x\ng: [*x,*x]\n\"*x\": 1\n"
        )
        #expect(value["c"] == ["b": 1])
        #expect(value["d"] == "a *bold* word, *x really ? yes" && value["e"] == "*x" && value["f"] == "*x\n? *x\n")
        #expect(value["g"] == [["b": 1], ["b": 1]] && value["*x"] == 1)
    }

    @Test func theLatestAnchorCounts() throws {
        #expect(try read("- &a 1\n- *a\n- &a 2\n- *a\n") == [1, 1, 2, 2])
    }

    /// Ten aliases a level, so that the last one represents 10^12 values.
    private static let bomb =
        "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        + (1...12).map { level in
            "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
        }.joined()

    private static let costly: [(String, String)] = [
        (bomb, "values"), ("\(bomb)? *a12\n: 1\n", "one text on its line"), ("\(bomb){k: *a12}: 1\n", ""),
        ("\(bomb)? {k: *a12}\n: 1\n", ""), ("\(bomb)? - *a12\n: 1\n", ""), ("\(bomb)z:\u{2028}? *a12\u{2028}: 1\n", ""),
        ("a: &a [b]\n? *a\n: c", "one text on its line"), ("a: &a [b]\n*a : c", "a name must be a text"),
        ("a: &a [b]\nb: {*a}", "a name must be a text"), ("a: &a [b]\nb: {*a: c}", "a name must be a text"),
        ("a: *missing", "alias"), ("a: *x\nb: &x 1", "no anchor before it"), ("a: &x [*x]", "no anchor before it"),
        ("? a: 1\n: 2", "one text on its line"), ("? \n  a: 1\n: 2", "one text on its line"),
        ("? [a]\n: 2", "one text on its line"),
        ("a: {? b : c}", "one text on its line"), ("{a: b}: c", "a name must be a text"),
        ("x: [[a]: b]", "a name must be a text"),
        ("- &a {a: b}: c", "a name must be a text"),
        ("%TAG !a! tag:a\n---\na: 1", "directives"), ("a: 1\n...\n%TAG !a! tag:a\n---\n", "directives"),
        ("a: \u{1FFFE}b", "a character that is none"), ("a: 1\na: 2", "there twice"), ("a: !tag b", "tags"),
        ("[".times(5_000), ""), ("- ".times(2_000) + "a", ""),
        ("- ".times(80) + "a", "more than 64 deep"), ("a: [", ""), ("\u{0}", ""),
        ("? ".times(900) + "a", "one text on its line"),
    ]

    @Test(
        "What would be costly in the library, or is faulty, is refused",
        arguments: costly
    )
    func costlyAndFaulty(text: String, says: String) throws {
        let fault = try fault(text)
        #expect(fault.message.contains(says), "\(fault)")
    }

    @Test func anEmptyFileIsNone() throws {
        #expect(try YAMLElement.read("".utf8, limits: Self.limits) == nil)
    }

    @Test(
        "Signs in texts and paths stay",
        arguments: [
            "/things/{id}:", "/v1/{name}:cancel:", "/maps/{lat},{lon}:", "/a/{{x}}:", "'[a]':", "\"{a} \":", "a [b] c:",
        ]
    )
    func namesWithBrackets(line: String) throws {
        #expect(try read("p:\n  \(line) {get: [1]}\n")["p"]?.objectValue?.first?.value == ["get": [1]])
    }

    @Test func textsWithSignsStay() throws {
        let text = "see [1]: http://a\n? b\n- {a}: c & *d, [?, ?]\n%TAG"
        let block = text.split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(try read("a: |\n\(block)")["a"] == .string(text + "\n"))
        #expect(try read("a: \"$[?@.b == 'c'] {x}: y\"\nb: ?c\n") == ["a": "$[?@.b == 'c'] {x}: y", "b": "?c"])
    }

    @Test func longNamesAreRead() throws {
        let name = String(repeating: "長", count: 4_000)
        #expect(try read("? \"\(name)\"\n: 1\n") == .object([name: 1]))
        #expect(throws: YAMLFault.self) { try read("? \"\(name + name)\"\n: 1\n") }
    }

    // MARK: Merge keys

    @Test(
        "Merge keys",
        arguments: [
            ("<<: *a", ["x": 1, "y": 2]), ("<<: *a\nx: 3", ["y": 2, "x": 3]), ("x: 3\n<<: *a", ["x": 3, "y": 2]),
            ("<<: [*b, *a]", ["y": 5, "z": 6, "x": 1]), ("<<: [*a, {y: 7, w: 8}]", ["x": 1, "y": 2, "w": 8]),
            ("<<: {q: 1}", ["q": 1]), ("'<<': 1", ["<<": 1]), ("<<: []", [:]),
        ] as [(String, JSONValue)]
    )
    func mergeKeys(text: String, value: JSONValue) throws {
        let lines = text.split(separator: "\n").map { "  \($0)\n" }.joined()
        let read = try read("a: &a {x: 1, y: 2}\nb: &b {y: 5, z: 6}\nc:\n\(lines)")
        #expect(read["c"] == value)
        #expect(read["c"]?.objectValue?.keys == value.objectValue?.keys)
    }

    @Test(
        "Merge keys that cannot be read are refused",
        arguments: ["<<: 1", "<<: [1]", "a: &a {b: c}\nd: {<<: [*a, text]}", "<<: *none"]
    )
    func faultyMergeKeys(text: String) {
        #expect(throws: YAMLFault.self) { try read(text) }
    }

    @Test func mergesHaveTheBudgetOfValues() throws {
        let levels = (1...40).map { "a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)]}\n" }.joined()
        #expect(try fault("a0: &a0 {x: 1, y: 2}\n" + levels).isLimit)
    }

    @Test(
        "Without aliases their signs are refused, in texts they stay",
        arguments: [("a: &x 1", "anchors"), ("a: &x 1\nb: *x", "anchors"), ("a: {<<: {b: 1}}", "merge keys")]
    )
    func withoutAliases(text: String, says: String) throws {
        let limits = YAMLLimits(bytes: 1_000, depth: 8, nodes: 100)
        #expect(try fault(text, limits).message.contains(says))
        #expect(try read("a: \"R & D &x *x\"", limits) == ["a": "R & D &x *x"])
    }

    // MARK: Marks

    /// The work is counted by the runs that are left: with at most 30 marks in a row comparing and hashing are linear.
    @Test func combiningMarksAreSeparated() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 20_000)
        let escaped = String(repeating: "\\u0301", count: 500)
        let read = try read("? x\(marks.prefix(0))a\n: \"x\(escaped)\"\nb: x\(marks)\n")
        for value in read.objectValue ?? [:] {
            var run = 0
            for scalar in value.value.stringValue?.unicodeScalars ?? "".unicodeScalars {
                run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
                #expect(run <= 30)
            }
        }
        #expect(read.objectValue?.count == 2)
    }

    @Test func aLongNameOfMarksIsRefused() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
        #expect(try fault("? \"x\(marks)\"\n: 1\n").message.contains("one text on its line"))
    }
}

extension String {
    fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
