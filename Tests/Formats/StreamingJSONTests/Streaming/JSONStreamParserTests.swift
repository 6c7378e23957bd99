import StreamingJSON
import Testing

@Suite struct JSONStreamParserTests {
    private func parser(after text: String, eventDepth: Int = 0) throws -> JSONStreamParser {
        var parser = JSONStreamParser(eventDepth: eventDepth)
        try parser.feed(text)
        return parser
    }

    @Test(arguments: [
        // (the text so far, the part that is shown, the number of open nodes)
        (#"{"a":"#, #"{}"#, 1), (#"{"a":1"#, #"{}"#, 1), (#"{"a":1,"#, #"{"a":1}"#, 1), (#"{"a":"x"#, #"{"a":"x"}"#, 2),
        (#"{"a":"x""#, #"{"a":"x"}"#, 1), (#"[[1,[2,"#, #"[[1,[2]]]"#, 3), (#"[[1,[2,3]"#, #"[[1,[2,3]]]"#, 2),
        (#"[tru"#, "[]", 1), (#"[true"#, "[true]", 1), (#"[-0.5e3 "#, "[-500]", 1), (#"["a\ud83d"#, #"["a"]"#, 2),
        (#"["a\ud83d\ude00"#, #"["a😀"]"#, 2), (#"{"a":{"b":[{"c":""#, #"{"a":{"b":[{"c":""}]}}"#, 5), ("[1]", "[1]", 0),
    ])
    func certainPartsAreShown(text: String, shown: String, openDepth: Int) throws {
        let snapshot = try #require(parser(after: text).snapshot)
        #expect(snapshot.value.serialized() == shown)
        #expect(snapshot.openDepth == openDepth)
        #expect(snapshot.isComplete == (openDepth == 0))
    }

    @Test func eachNodeKnowsWhetherItIsComplete() throws {
        let snapshot = try #require(parser(after: #"{"done":[1,{"x":2}],"open":[{"y":3},{"z":"te"#).snapshot)
        #expect(snapshot.keys == ["done", "open"])
        #expect(snapshot["done"]?.isComplete == true)
        #expect(snapshot["done"]?[1]?["x"]?.value == 2)
        #expect(snapshot["open"]?.isComplete == false)
        #expect(snapshot["open"]?[0]?.isComplete == true)
        #expect(snapshot["open"]?[1]?.openDepth == 2)
        #expect(snapshot["open"]?[1]?["z"]?.stringValue == "te")
        #expect(snapshot["open"]?.openChild?.openChild?.openChild == nil)
        #expect(snapshot["open"]?.count == 2)
        #expect(snapshot["nothing"] == nil)
        #expect(snapshot[0] == nil)
        #expect(snapshot["open"]?[2] == nil)
        #expect(snapshot["open"]?[-1] == nil)
    }

    @Test func aCharacterCutInTheMiddleIsHeld() throws {
        var parser = JSONStreamParser()
        var shown: [String?] = []
        for byte in #""a日😀"#.utf8 {
            try parser.feed([byte])
            shown.append(parser.snapshot?.stringValue)
        }
        #expect(shown == ["", "a", "a", "a", "a日", "a日", "a日", "a日", "a日😀"])
    }

    @Test func aNumberAtTheRootIsHeldUntilTheEnd() throws {
        var parser = try parser(after: "12")
        #expect(parser.snapshot == nil)
        #expect(!parser.isComplete)
        try parser.feed("3")
        #expect(try parser.finish() == 123)
        #expect(parser.snapshot == JSONSnapshot(123))
    }

    @Test func partsAreReportedWhenTheirLastByteArrives() throws {
        var parser = JSONStreamParser(eventDepth: 2)
        var news: [String] = []
        for (offset, byte) in #"{"items":[{"a":1},{"b":[2]},7],"n":3}"#.utf8.enumerated() {
            try parser.feed([byte])
            news += parser.drainEvents().map { "\(offset): \($0.path) = \($0.value) by \($0.offset)" }
        }
        #expect(
            news == [
                #"16: /items/0 = {"a":1} by 17"#, #"26: /items/1 = {"b":[2]} by 27"#, #"29: /items/2 = 7 by 29"#,
                #"29: /items = [{"a":1},{"b":[2]},7] by 30"#, #"36: /n = 3 by 36"#,
            ]
        )
    }

    @Test func noEventsAreReportedByDefault() throws {
        var parser = try parser(after: "[1,2,[3]]")
        #expect(parser.drainEvents().isEmpty)
    }

    @Test func aCompleteRepeatedMemberReplacesTheEarlierOne() throws {
        var parser = JSONStreamParser(eventDepth: .max)
        var shown: [String] = []
        for piece in [#"{"a":1,"b":"#, #"2,"a":"#, #"[3,"#, #"4]"#, #",""#] {
            try parser.feed(piece)
            shown.append(parser.snapshot?.value.serialized() ?? "")
        }
        #expect(
            shown == [#"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, #"{"a":[3,4],"b":2}"#, #"{"a":[3,4],"b":2}"#]
        )
        #expect(parser.drainEvents().map { "\($0.path)=\($0.value)" } == ["/a=1", "/b=2", "/a=[3,4]"])
        #expect(parser.repeatedNames.map(\.offset) == [13])
    }

    @Test func aFaultAndTheValueBeforeItRemain() throws {
        var parser = try parser(after: "[1,\"ab")
        let error = try #require(throws: JSONParseError.self) { try parser.feed("c\u{1}") }
        #expect(error.offset == 7)
        #expect(throws: error) { try parser.feed("\"]") }
        #expect(throws: error) { try parser.finish() }
        #expect(parser.snapshot?.value == [1, "abc"])
    }

    @Test func anEarlyEndIsAFaultWithItsPlace() throws {
        var parser = try parser(after: "{\"a\": [1, 2")
        let error = #expect(throws: JSONParseError.self) { try parser.finish() }
        #expect(error?.code == .unexpectedEnd)
        #expect(error?.offset == 11)
        #expect(error?.description == "the JSON text ends too early at byte 11")
    }

    @Test func aCopyIsAFork() throws {
        var left = try parser(after: #"[{"a":"x"#)
        var right = left
        try left.feed(#"left"}]"#)
        try right.feed(#"right"},2]"#)
        #expect(try left.finish() == [["a": "xleft"]])
        #expect(try right.finish() == [["a": "xright"], 2])
    }

    @Test func aWideObjectIsReadWithASnapshotEach() throws {
        let names = (0..<3000).map { "name \($0)" }
        var parser = JSONStreamParser()
        var shown: JSONSnapshot?
        for name in names {
            try parser.feed((shown == nil ? "{\"" : ",\"") + name + "\":\"x")
            shown = parser.snapshot
            #expect(shown?.openChild?.stringValue == "x")
            try parser.feed("y\"")
            shown = parser.snapshot
        }
        try parser.feed(",\"name 7\":0")
        #expect(shown?.keys == names)
        #expect(shown?["name 2999"]?.value == "xy")
        let object = shown?.value
        try parser.feed("}")
        let value = try parser.finish()
        #expect(parser.repeatedNames.map(\.path.description) == ["/name 7"])
        #expect(value["name 7"] == 0)
        var expected = try #require(object?.objectValue)
        expected["name 7"] = 0
        #expect(value == .object(expected))
    }

    @Test func aLongListIsReadInSmallPieces() throws {
        let count = 100_000
        var parser = JSONStreamParser(eventDepth: 1)
        try parser.feed("[")
        var reported = 0
        for number in 0..<count {
            try parser.feed(number == 0 ? "0" : ",\(number)")
            if number.isMultiple(of: 1000) {
                let snapshot = try #require(parser.snapshot)
                #expect(snapshot.count == number)
                #expect(number == 0 || snapshot[number / 2]?.value == .integer(number / 2))
            }
            reported += parser.drainEvents().count
        }
        try parser.feed("]")
        #expect(try parser.finish() == .array((0..<count).map(JSONValue.integer)))
        #expect(reported + parser.drainEvents().count == count)
    }
}
