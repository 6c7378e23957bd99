import LLMCodable
import LanguageModels
import ScriptedModels
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1))) struct ElementStreamTests {
    private struct Broken: Error {}

    private static func stream(_ pieces: [String]) -> ElementStream<Person> {
        "Ada and Bob.".decodeElements(of: Person.self, using: ScriptedModel(.text(pieces)))
    }

    @Test func allValuesAreEmittedInOrder() async throws {
        let model = ScriptedModel(.text([#"{"elements":[{"name":"Ada","age":36},{"name":"Bob","age":7}]}"#]))
        let people = try await "Ada and Bob.".decodeElements(of: Person.self, using: model).collect()
        #expect(people.map(\.name) == ["Ada", "Bob"])
        let schema = try #require(model.requests.first?.schema).jsonValue
        #expect(schema["type"]?.stringValue == "object")
    }

    @Test func eachValueIsEmittedAsItsClosingBraceArrives() async throws {
        // The model stops in the middle of the third value, so the values read before were emitted before the end.
        let pieces = [
            #"{"elements":[{"name":"Ada","age":36"#, "}", #",{"name":"Bob","#, #""age":7}"#, #",{"name":"Cy"#,
        ]
        let model = ScriptedModel(.failure(after: pieces, Broken()))
        var names: [String] = []
        await #expect(throws: Broken.self) {
            for try await person in "Ada and Bob.".decodeElements(of: Person.self, using: model) {
                names.append(person.name)
            }
        }
        #expect(names == ["Ada", "Bob"])
    }

    @Test func leavingEarlyEndsTheRequest() async throws {
        let pieces =
            [#"{"elements":[{"name":"Ada","age":36}"#]
            + Array(repeating: #",{"name":"Ada","age":36}"#, count: 1000)
        let model = ScriptedModel(.text(pieces))
        for try await _ in "Ada".decodeElements(of: Person.self, using: model) { break }
        #expect(model.sentPieceCount < pieces.count)
    }

    @Test func thousandsOfValuesAreCompleteForEveryCut() async throws {
        let answer =
            #"{"elements":["#
            + (0..<2000).map { #"{"name":"n\#($0)","age":\#($0 % 100)}"# }.joined(separator: ",") + "]}"
        var pieces: [String] = []
        var rest = Substring(answer)
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(7)))
            rest = rest.dropFirst(7)
        }
        let people = try await Self.stream(pieces).collect()
        #expect(people.count == 2000)
        #expect(people[1234] == Person(name: "n1234", age: 34, nickname: nil))
    }

    @Test(arguments: [
        (#"{"elements":[{"name":"Ada","age":36},{"name":"Bob"}]}"#, LLMDecodingError.Code.doesNotFit, "[1]", 1),
        (#"{"elements":[{"name":"Ada","age":36},{"name":"Bob","age":-1}]}"#, .doesNotFit, "[1].age", 1),
        (#"{"elements":[{"name":"Ada","age":"old"}]}"#, .doesNotFit, "[0].age", 0),
        (#"{"elements":[{"name":"Ada","age":36}"#, .incomplete, "", 1),
        (#"{"elements":[{"name":"Ada","age":36}}"#, .notJSON, "", 1),
        (#"{"people":[]}"#, .doesNotFit, "", 0),
        (#"{"elements":{"name":"Ada"}}"#, .doesNotFit, "elements", 0),
        (#"[]"#, .doesNotFit, "", 0),
    ])
    func aFaultIsThrownWithItsPathAfterTheEarlierValues(
        answer: String,
        code: LLMDecodingError.Code,
        path: String,
        count: Int
    ) async throws {
        var emitted = 0
        let stream = Self.stream(answer.map { String($0) })
        let error = await #expect(throws: LLMDecodingError.self) { for try await _ in stream { emitted += 1 } }
        #expect(error?.code == code)
        #expect(error?.path == path)
        #expect(emitted == count)
    }

    @Test func aReplacedAnswerEmitsNoValueTwice() async throws {
        let first = #"{"elements":[{"name":"Ada","age":36},"#
        let model = ScriptedModel(.replacedText([first, first + #"{"name":"Bob","age":7}]}"#]))
        let people = try await "Ada and Bob.".decodeElements(of: Person.self, using: model).collect()
        #expect(people.map(\.name) == ["Ada", "Bob"])
    }

    @Test func anEmptyTextIsAnErrorOfTheStream() async throws {
        let stream = " ".decodeElements(of: Person.self, using: ScriptedModel())
        let error = await #expect(throws: LLMDecodingError.self) { try await stream.collect() }
        #expect(error?.code == .emptyText)
    }

    @Test func anEmptyListIsNoError() async throws {
        #expect(try await Self.stream([#"{"elements":[]}"#]).collect().isEmpty)
    }
}
