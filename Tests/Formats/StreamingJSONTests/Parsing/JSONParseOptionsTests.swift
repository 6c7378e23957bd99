import StreamingJSON
import Testing

@Suite struct JSONParseOptionsTests {
    @Test(arguments: [(0, "1"), (1, "[1]"), (2, "{\"a\":[]}"), (1024, nested(1024))])
    func nestingUpToTheLimitIsRead(limit: Int, text: String) throws {
        let options = JSONParseOptions(maximumDepth: limit)
        let whole = Outcome(whole: Array(text.utf8), options: options)
        #expect(whole.error == nil)
        #expect(Outcome(pieces: [Array(text.utf8)], options: options) == whole)
    }

    @Test(arguments: [
        (0, "[]", 0), (-5, "{}", 0), (1, "[[]]", 1), (256, nested(257), 256), (1_000_000, nested(10_000), 1024),
        (256, String(repeating: "{\"a\":", count: 10_000), 256 * 5),
    ])
    func deeperNestingIsRefusedAtItsStart(limit: Int, text: String, offset: Int) {
        let options = JSONParseOptions(maximumDepth: limit)
        let whole = Outcome(whole: Array(text.utf8), options: options)
        #expect(whole.error?.code == .tooDeep)
        #expect(whole.error?.offset == offset)
        #expect(Outcome(pieces: [Array(text.utf8)], options: options) == whole)
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test func aTextBeyondTheLimitIsRefused() {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000_000)
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: [UInt8(ascii: "\"")] + text) }
        #expect(error?.code == .tooLong)
        #expect(error?.offset == 64 << 20)
    }

    @Test func aStreamBeyondTheLimitIsRefused() throws {
        var parser = JSONStreamParser(options: JSONParseOptions(maximumByteCount: 1_000_000))
        try parser.feed("\"")
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
        let error = #expect(throws: JSONParseError.self) {
            for _ in 0..<20 { try parser.feed(piece) }
        }
        #expect(error?.code == .tooLong)
        #expect(error?.offset == 1_000_000)
        #expect(parser.snapshot?.stringValue?.utf8.count == 999_999)
    }

    private static let repeating = #"{"a":1,"list":[0,{"b~/":2,"b~\/":3}],"a":{"a":4,"c":[]}}"#

    @Test(
        arguments: [
            (.keepLast, #"{"a":{"a":4,"c":[]},"list":[0,{"b~/":3}]}"#), (.keepFirst, #"{"a":1,"list":[0,{"b~/":2}]}"#),
        ] as [(JSONParseOptions.RepeatedNames, String)]
    )
    func repeatedNamesFollowTheOptionAndAreReported(policy: JSONParseOptions.RepeatedNames, result: String) throws {
        let options = JSONParseOptions(repeatedNames: policy)
        let document = try JSONDocument(parsing: Self.repeating, options: options)
        #expect(document.value.serialized() == result)
        #expect(document.repeatedNames.map(\.path.description) == ["/list/1/b~0~1", "/a"])
        #expect(document.repeatedNames.map(\.offset) == [26, 37])
    }

    @Test func repeatedNamesAreRefusedAtTheirPlace() {
        let error = #expect(throws: JSONParseError.self) {
            try JSONDocument(parsing: Self.repeating, options: JSONParseOptions(repeatedNames: .refuse))
        }
        #expect(error?.code == .repeatedName)
        #expect(error?.offset == 26)
    }

    @Test func thePathOfARepeatedNameLeadsThroughRepeatedOnes() throws {
        let text = #"{"a":0,"b":[[],[{"c":1}]],"a":[{"x":{"y":1,"y":2}}]}"#
        let document = try JSONDocument(parsing: text)
        #expect(document.repeatedNames.map(\.path.description) == ["/a", "/a/0/x/y"])
        #expect(Outcome(pieces: text.utf8.map { [$0] }).repeatedNames == document.repeatedNames)
    }

    @Test func aThousandNamesAreFoundAndRepeatedOnesReported() throws {
        let names = (0..<1000).map { "name \($0)" }
        let text = "{" + (names + names).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let document = try JSONDocument(parsing: text)
        #expect(document.value.objectValue?.keys == names)
        #expect(document.repeatedNames.count == 100)
        #expect(document.value["name 999"] == 1)
        #expect(document.value["name 1000"] == nil)
    }
}
