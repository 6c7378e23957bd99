import AgentWire
import LanguageModels
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct AnswerFormatTests {
    private static let person = #"""
        {"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0},
        "home":{"type":"object","properties":{"city":{"type":"string"}},"additionalProperties":false}},
        "required":["name"],"additionalProperties":false}
        """#
    private static let open = #"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#
    private static let names = #"{"type":"array","items":{"type":"string"},"minItems":1}"#
    private static let node = #"""
        {"$ref":"#/$defs/Answer","$defs":{"Answer":{"type":"object","properties":{"name":{"type":"string"},
        "next":{"$ref":"#/$defs/Answer"}},"required":["name"]}}}
        """#

    private static func format(_ schema: String, isGraded: Bool = false) throws -> AnswerFormat {
        try AnswerFormat(ResponseFormat(schema: JSONValue(parsing: schema)), isGraded: isGraded)
    }

    /// The schema, the answer, and the accepted value.
    @Test(arguments: [
        (person, #"{"name":"Ada","age":36}"#, #"{"name":"Ada","age":36}"#),
        // Surplus members, and `null` for members that may be absent.
        (person, #"{"name":"Ada","age":null,"more":[1]}"#, #"{"name":"Ada"}"#),
        (person, #"{"name":"Ada","home":{"city":null,"street":"x"}}"#, #"{"name":"Ada","home":{}}"#),
        (open, #"{"name":"Ada","more":null}"#, #"{"name":"Ada","more":null}"#),
        (names, #"{"value":["Ada"]}"#, #"["Ada"]"#),
        (node, #"{"value":{"name":"a","next":{"name":"b"}}}"#, #"{"name":"a","next":{"name":"b"}}"#),
        (#"{"enum":["yes","no"]}"#, #"{"value":"no"}"#, #""no""#),
        (#"{"type":["object","null"]}"#, #"{"value":null}"#, "null"),
    ])
    func anAnswerIsCorrectedToFitTheSchema(schema: String, text: String, value: String) throws {
        let answer = try Self.format(schema).answer(in: text)
        #expect(try answer == StructuredAnswer(object: JSONValue(parsing: value)))
    }

    @Test(arguments: [
        (person, #"{"age":36}"#), (person, #"{"name":null}"#), (person, #"{"name":"Ada","age":-1}"#),
        (person, #"{"name":"Ada""#), (person, "Ada, 36"), (person, ""), (names, #"["Ada"]"#), (names, #"{"value":[]}"#),
        (node, #"{"value":{"name":"a","next":{"next":{}}}}"#), (#"{"enum":["yes","no"]}"#, #"{"value":"maybe"}"#),
    ])
    func aValueThatDoesNotFitIsNoAnswer(schema: String, text: String) throws {
        let format = try Self.format(schema)
        let problem = #expect(throws: Problem.self) { try format.answer(in: text) }
        #expect(problem?.kind == .structuredOutputInvalid)
        #expect(problem?.status == 502)
    }

    @Test func smallFaultsInAllElementsAreCorrectedAtOnce() throws {
        let format = try Self.format(#"{"type":"array","items":"# + Self.person + "}")
        let elements = [JSONValue](repeating: ["name": "Ada", "age": .null, "more": 1], count: 5000)
        let text = JSONValue.object(["value": .array(elements)]).serialized()
        #expect(try format.answer(in: text).object == .array([JSONValue](repeating: ["name": "Ada"], count: 5000)))
    }

    @Test func theConfidenceIsBesideTheValue() throws {
        let format = try Self.format(Self.person, isGraded: true)
        #expect(format.isWrapped)
        #expect(format.schema.jsonValue["properties"]?["confidence"]?["maximum"] != nil)
        let answer = try format.answer(in: #"{"value":{"name":"Ada"},"confidence":1}"#)
        #expect(answer == StructuredAnswer(object: ["name": "Ada"], confidence: 1))
        for text in [#"{"value":{"name":"Ada"}}"#, #"{"value":{"name":"Ada"},"confidence":1.5}"#, #"{"confidence":1}"#]
        {
            #expect(throws: Problem.self) { try format.answer(in: text) }
        }
    }

    /// A model gets schemas of objects only.
    @Test(arguments: [person, open, names, node, #"{"enum":["yes","no"]}"#], [false, true])
    func theWholeAnswerIsAnObject(schema: String, isGraded: Bool) throws {
        let format = try Self.format(schema, isGraded: isGraded)
        #expect(format.schema.jsonValue["type"] == "object")
        #expect(format.isWrapped == (isGraded || ![Self.person, Self.open].contains(schema)))
    }

    /// A schema that is not supported, and the place of the problem.
    @Test(arguments: [
        (#"{"type":"object","properties":{"a":{"type":"text"}}}"#, "/properties/a"),
        (#"{"type":"object","properties":{"a":{"type":"string","pattern":"("}}}"#, "/properties/a/pattern"),
        (##"{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}}}"##, "/properties/a"),
        (#"{"type":"object","properties":{"a":{"$ref":"https://example.org/b"}}}"#, "/properties/a"),
        (#"{"type":"object","required":"a"}"#, "/required"), (#"{"$schema":"urn:other","type":"object"}"#, ""),
        (#"{"type":"object","properties":{"a":false},"required":["a"]}"#, "/properties/a"),
    ])
    func anUnsupportedSchemaIsRefused(schema: String, place: String) throws {
        let problem = #expect(throws: Problem.self) { try Self.format(schema) }
        #expect(problem?.kind == .invalidRequest)
        #expect(problem?.faults.first?.pointer.hasPrefix("#/response_format" + place) == true)
    }
}
