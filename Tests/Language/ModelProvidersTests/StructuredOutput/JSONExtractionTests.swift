import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct JSONExtractionTests {
    struct Text: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var candidates: [String]
    }

    static let texts: [Text] = [
        Text(testDescription: "nothing", text: "", candidates: []),
        Text(testDescription: "prose", text: "I cannot say.", candidates: []),
        Text(testDescription: "the value alone", text: #" {"a":[1,2]} "#, candidates: [#"{"a":[1,2]}"#]),
        Text(testDescription: "a scalar alone", text: "42", candidates: ["42"]),
        Text(
            testDescription: "a fence with a preamble",
            text: "Sure!\n```json\n{\"a\":1}\n```\nAnything else?",
            candidates: [#"{"a":1}"#]
        ),
        Text(testDescription: "a fence that is not closed", text: "```\n{\n\"a\":1}", candidates: ["{\n\"a\":1}"]),
        Text(testDescription: "a fence in one line", text: #"```json {"a":1}```"#, candidates: [#"{"a":1}"#]),
        Text(testDescription: "a scalar in a fence", text: "It is\n```\n42\n```", candidates: ["42"]),
        Text(
            testDescription: "an indented fence",
            text: "1. So:\r\n   ```json\r\n   [1]\r\n   ```",
            candidates: ["[1]"]
        ),
        Text(testDescription: "text behind", text: #"{"a":1} is what I think."#, candidates: [#"{"a":1}"#]),
        Text(testDescription: "text before", text: #"Answer: {"a":{"b":"}"}}"#, candidates: [#"{"a":{"b":"}"}}"#]),
        Text(
            testDescription: "several, the last first",
            text: #"First {"a":1}, no: {"a":2}."#,
            candidates: [#"{"a":2}"#, #"{"a":1}"#]
        ),
        Text(
            testDescription: "a fenced one before those behind it",
            text: "```\n{\"a\":1}\n```\nnot {\"a\":2}",
            candidates: [#"{"a":1}"#, #"{"a":2}"#]
        ),
        Text(testDescription: "brackets of prose", text: #"The {name} of [it]: {"a":1}"#, candidates: [#"{"a":1}"#]),
        Text(testDescription: "a bracket that stays open", text: #"{ oops, "x: {"a":1}"#, candidates: [#"{"a":1}"#]),
        Text(testDescription: "cut", text: #"{"a":[1,2"#, candidates: []),
        Text(testDescription: "cut within a list", text: #"{"a":[{"b":1},{"b""#, candidates: [#"{"b":1}"#]),
        Text(
            testDescription: "thoughts",
            text: #"<think>Maybe {"a":0}?</think>So: {"a":1}"#,
            candidates: [#"{"a":1}"#]
        ),
        Text(
            testDescription: "thoughts whose beginning was left out",
            text: #"Maybe {"a":0}?</THINK> {"a":1}"#,
            candidates: [#"{"a":1}"#]
        ),
        Text(
            testDescription: "the answer within thoughts",
            text: #"<think>It is {"a":0}.</think>"#,
            candidates: [#"{"a":0}"#]
        ),
        Text(testDescription: "thoughts without an end", text: #"<think>It is {"a":0}"#, candidates: [#"{"a":0}"#]),
        Text(
            testDescription: "JSON in a JSON string",
            text: #""{\"a\":1}""#,
            candidates: [#""{\"a\":1}""#, #"{"a":1}"#]
        ),
        Text(testDescription: "a raw control character", text: "{\"a\":\"\u{17}\"}", candidates: []),
        Text(testDescription: "other scripts", text: #"答えは{"都市":"東京"}です。"#, candidates: [#"{"都市":"東京"}"#]),
    ]

    @Test(arguments: texts) func findsTheLikeliestFirst(text: Text) throws {
        let found = JSONExtraction.candidates(in: text.text)
        #expect(found.map(\.text) == text.candidates)
        for candidate in found { #expect(try JSONValue(parsing: candidate.text) == candidate.value) }
    }

    @Test func triesAreBounded() {
        let brackets = String(repeating: "[", count: 100_000)
        #expect(JSONExtraction.candidates(in: brackets + "1").isEmpty)
        #expect(JSONExtraction.candidates(in: String(repeating: "{ ", count: 64) + #"{"a":1}"#).isEmpty)
    }
}
