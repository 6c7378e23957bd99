import LanguageModels
import StreamingJSON
import Testing

@Suite struct GeneratedContentTests {
    private func content(_ json: String) throws -> GeneratedContent { try GeneratedContent(json: json) }

    @Test func propertiesKeepTheirOrder() throws {
        let content = GeneratedContent(properties: ["z": 1, "a": "x", "m": [true, false], "n": Int?.none])
        #expect(content.jsonString == #"{"z":1,"a":"x","m":[true,false],"n":null}"#)
        #expect(try content.value(Int.self, forProperty: "z") == 1)
        #expect(try content.value(forProperty: "m") == [true, false])
        #expect(try content.value(String?.self, forProperty: "n") == nil)
        #expect(try content.value(String?.self, forProperty: "none") == nil)
        #expect(content.isComplete)
    }

    @Test func duplicatePropertiesAreResolved() throws {
        let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
        let sum = try GeneratedContent(properties: pairs) { try $0.value(Int.self) + $1.value(Int.self) }
        #expect(sum.jsonString == #"{"a":4,"b":2}"#)
        #expect(throws: CancellationError.self) {
            try GeneratedContent(properties: pairs) { (_, _) throws -> Int in throw CancellationError() }
        }
    }

    @Test func elementsMayBeOfAnyKind() throws {
        let content = GeneratedContent(elements: [1, "two", [3.5], GeneratedContent(properties: ["four": 4])])
        #expect(content.jsonString == #"[1,"two",[3.5],{"four":4}]"#)
        #expect(
            try content.value([GeneratedContent].self).map(\.jsonString) == ["1", "\"two\"", "[3.5]", #"{"four":4}"#]
        )
    }

    @Test(arguments: [
        ("null", GeneratedContent.Kind.null), ("true", .bool(true)), ("1", .number(1)), ("1.5", .number(1.5)),
        ("\"x\"", .string("x")), ("[]", .array([])), ("[1]", .array([GeneratedContent(1)])),
        (
            #"{"b":1,"a":[2]}"#,
            .structure(
                properties: ["a": GeneratedContent([2]), "b": GeneratedContent(1)],
                orderedKeys: ["b", "a"]
            )
        ),
    ])
    func eachKindIsWrittenAndReadBack(json: String, kind: GeneratedContent.Kind) throws {
        #expect(try content(json).kind == kind)
        #expect(GeneratedContent(kind: kind).jsonString == json)
    }

    @Test func aStructureMayNameItsPropertiesInPart() {
        let kind = GeneratedContent.Kind.structure(
            properties: ["a": GeneratedContent(1), "b": GeneratedContent(2), "c": GeneratedContent(3)],
            orderedKeys: ["c", "missing"]
        )
        #expect(GeneratedContent(kind: kind).jsonString == #"{"c":3,"a":1,"b":2}"#)
    }

    @Test func theKindOfUnfinishedContentKnowsItsParts() throws {
        let id = GenerationID()
        let content = GeneratedContent(try self.content(#"{"a":[1,2],"b":["x","y"#), id: id)
        guard case .structure(let properties, let keys) = content.kind, case .array(let list)? = properties["b"]?.kind
        else {
            Issue.record("\(content.kind)")
            return
        }
        #expect(keys == ["a", "b"])
        #expect(properties["a"]?.isComplete == true)
        #expect(properties["b"]?.isComplete == false)
        #expect(list.map(\.isComplete) == [true, false])
        #expect(properties["a"]?.id != nil)
        #expect(properties["a"]?.id != properties["b"]?.id)
    }

    /// A text, and its certain part.
    @Test(arguments: [
        (#"{"title":"A story of"#, #"{"title":"A story of"}"#), ("[1,2", "[1]"), ("[1,2,", "[1,2]"), ("[tr", "[]"),
        ("{", "{}"), (#"{"a"#, "{}"), (#"{"a":"#, "{}"), (#"{"a":{"b":[{"c":tru"#, #"{"a":{"b":[{}]}}"#),
        ("\"", "\"\""),
        (#""a\u00"#, #""a""#), (#""a\ud83d"#, #""a""#), ("[-", "[]"), (" [", "[]"),
    ])
    func unfinishedTextIsRead(text: String, expected: String) throws {
        let content = try self.content(text)
        #expect(content.jsonString == expected)
        #expect(!content.isComplete)
    }

    @Test(arguments: ["12", "true", "null", #""x""#, "[]", "{} ", " [1] "])
    func finishedTextIsComplete(text: String) throws {
        #expect(try content(text).isComplete)
    }

    @Test(arguments: [
        ("", "the JSON text ends too early at byte 0"), ("tru", "the JSON text ends too early at byte 3"),
        ("-", "the JSON text ends too early at byte 1"), ("Sure! {}", "a JSON value cannot start like this at byte 0"),
        ("{'a':1}", "expected a member name in double quotes at byte 1"),
        (#"{"a":1}}"#, "unexpected text after the end of the JSON value at byte 7"),
        (#"{"a":01}"#, "a number cannot have a leading zero at byte 6"),
        (#"["\ud83d"]"#, "a lone surrogate in a string"),
        ("[1,,", "a JSON value cannot start like this at byte 3"),
        (#"{"a":1 "b""#, "expected ',' or '}' in an object at byte 7"),
    ])
    func invalidJSONIsReportedWithTheReason(text: String, message: String) {
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try content(text) }
        #expect(error?.debugDescription.hasPrefix("not JSON: \(message)") == true, "\(String(describing: error))")
        #expect(error?.rawContent == text)
        #expect(error?.underlyingError is JSONParseError)
        #expect(error?.errorDescription == error?.debugDescription)
    }

    @Test func nestingHasALimit() {
        let deep = String(repeating: "[", count: 10_000)
        for text in [deep, deep + String(repeating: "]", count: 10_000)] {
            let error = #expect(throws: GeneratedContent.ParsingError.self) { try content(text) }
            #expect((error?.underlyingError as? JSONParseError)?.code == .tooDeep)
        }
    }

    @Test func identitiesDependOnlyOnThePlace() throws {
        func part(_ json: String, _ id: GenerationID) throws -> GenerationID? {
            let content = GeneratedContent(try self.content(json), id: id)
            return try content.value([GeneratedContent].self, forProperty: "a")[1].id
        }
        let (one, other) = (GenerationID(), GenerationID())
        #expect(try part(#"{"a":[1,2]}"#, one) == part(#"{"b":0,"a":["x",{"#, one))
        #expect(try part(#"{"a":[1,2]}"#, one) != part(#"{"a":[1,2]}"#, other))
        let content = GeneratedContent(try self.content(#"{"0":1,"a":[1,2],"b":{"0":1}}"#), id: one)
        let list = try content.value([GeneratedContent].self, forProperty: "a")
        #expect(list[0].id != list[1].id)
        let object = try content.value(GeneratedContent.self, forProperty: "b")
        #expect(try object.value(GeneratedContent.self, forProperty: "0").id != list[0].id)
        #expect(try self.content("[1]").value([GeneratedContent].self)[0].id == nil)
    }

    @Test func equalityIsThatOfTheValue() throws {
        #expect(try content(#"{"a":1}"#) == GeneratedContent(properties: ["a": 1], id: GenerationID()))
        #expect(try content(#"{"a":1}"#) != content(#"{"a":1,"#))
        #expect(try content(#"{"a":"#) == content("{"))
    }

    @Test func aSnapshotOfAStreamIsContent() throws {
        var parser = JSONStreamParser()
        try parser.feed(#"{"a":["x","#)
        let snapshot = try #require(parser.snapshot)
        let content = GeneratedContent(snapshot: snapshot, id: GenerationID())
        #expect(!content.isComplete)
        #expect(try content.value([String].self, forProperty: "a") == ["x"])
        try parser.feed(#""y"]}"#)
        #expect(try content.value([String].self, forProperty: "a") == ["x"])
        let whole = GeneratedContent(snapshot: try #require(parser.snapshot))
        #expect(whole.isComplete)
        #expect(try whole.value([String].self, forProperty: "a") == ["x", "y"])
    }

    @Test func anythingIsContent() throws {
        #expect(GeneratedContent.generationSchema.jsonValue == [:])
        #expect(GeneratedContent([1: 2].keys.map { $0 }).jsonString == "[1]")
        #expect(GeneratedContent(Int?.none).jsonString == "null")
        #expect(GeneratedContent(properties: ["a": 1]).promptRepresentation == Prompt(#"{"a":1}"#))
        #expect([1, 2].promptRepresentation == Prompt("[1,2]"))
        #expect(["a", "b"].instructionsRepresentation == Instructions(#"["a","b"]"#))
        #expect([Prompt("a"), Prompt("b")].promptRepresentation == Prompt("a\nb"))
        #expect(2.5.promptRepresentation == Prompt("2.5"))
    }
}
