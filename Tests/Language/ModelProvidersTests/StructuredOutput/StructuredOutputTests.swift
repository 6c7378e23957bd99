import LanguageModels
import ModelProviders
import StandIns
import StreamingJSON
import Testing
import Transport

/// Structured answers from a server of chat completions, with each of the ways in which servers treat schemas.
@Suite(.timeLimit(.minutes(1))) struct StructuredOutputTests {
    static let schema = GenerationSchema(jsonSchema: [
        "title": "Person", "type": "object",
        "properties": [
            "name": ["type": "string", "minLength": 1], "age": ["type": "integer", "minimum": 0, "maximum": 150],
            "title": ["type": "string"],
        ],
        "required": ["name", "age"], "x-order": ["name", "age", "title"], "additionalProperties": false,
    ])
    static let answer = #"{"name":"Ada Lovelace","age":36}"#
    static let violation = #"{"name":"Ada Lovelace","age":200}"#

    private func session(_ server: OpenAIStandIn, _ memory: StructuredOutputMemory) -> LanguageModelSession {
        var model = OpenAIChatLanguageModel("stand-in", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
        model.structuredOutputMemory = memory
        return LanguageModelSession(model: model)
    }

    /// A refusal of the schema after the start of a call ends the turn, because another attempt would repeat the call.
    @Test func aRoundThatWasHeardIsNotAskedForAgain() async throws {
        let refusal =
            #"data: {"error":{"message":"Invalid schema for response_format","code":400}}"#
        let call =
            #"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","#
            + #""function":{"name":"find","arguments":"{"}}]},"finish_reason":null}]}"#
        for (pieces, count) in [([call, refusal], 1), ([refusal], 4)] {
            let stream = StandInReply.eventStream(pieces.map { .init($0 + "\n\n") })
            try await OpenAIStandIn.with(script: { _ in .failure(stream) }) { server in
                let tool = ExternalTool(
                    name: "find",
                    description: "Finds",
                    parameters: GenerationSchema(jsonSchema: ["type": "object"])
                )
                let model = OpenAIChatLanguageModel("m", baseURL: server.baseURL, client: HTTPClient(), keys: { nil })
                let session = LanguageModelSession(model: model, tools: [tool])
                await #expect(throws: (any Error).self) {
                    try await session.turn(Prompt("Who?"), schema: Self.schema) { _ in }
                }
                #expect(server.requests.count == count)
            }
        }
    }

    /// The result of one turn: the rung and the report, the value, and the forms of the requests.
    private struct Result: Equatable, CustomStringConvertible {
        var rung: String
        var value: String
        var asked: [String]

        init(_ rung: String, _ asked: String..., value: String = StructuredOutputTests.answer) {
            self.rung = rung
            self.value = value
            self.asked = asked
        }

        init(_ response: Transcript.Response, requests: ArraySlice<RecordedRequest>) throws {
            let report = try #require(StructuredOutputReport(response))
            rung = report.rung.rawValue
            if report.isExtracted { rung += ", extracted" }
            if report.isRepaired { rung += ", repaired" }
            guard case .structure(let segment)? = response.segments.first, response.segments.count == 1 else {
                throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "not structured")
            }
            value = segment.content.jsonString
            asked = try requests.map { try Self.way(JSONValue(parsing: $0.body)) }
        }

        var description: String { "\(rung) | \(value) | \(asked.joined(separator: " → "))" }

        /// The form in which a request asks for the answer.
        static func way(_ body: JSONValue) -> String {
            var way = "prompted"
            if let format = body["response_format"]?["json_schema"]?["schema"] {
                way = format["properties"]?["age"]?["maximum"] == nil ? "described" : "strict"
            } else if body["tool_choice"] == "required" {
                way = "tool"
            }
            return (body["messages"]?.arrayValue?.count ?? 0) > 2 ? way + " (repair)" : way
        }
    }

    /// The results of the turns, in order.
    private static let courses: [(conduct: SchemaBehavior, results: [Result])] = [
        (.obeys, [Result("strict", "strict"), Result("strict", "strict")]),
        (.refusesKeywords, [Result("described", "strict", "described"), Result("described", "described")]),
        (.refusesSchemas, [Result("tool", "strict", "tool"), Result("tool", "tool")]),
        (.refusesCalls, [Result("prompted", "strict", "tool", "prompted"), Result("prompted", "prompted")]),
        (.ignoresForProse, [Result("tool, repaired", "strict", "tool (repair)"), Result("tool", "tool")]),
        (.ignoresForOtherJSON, [Result("tool, repaired", "strict", "tool (repair)"), Result("tool", "tool")]),
        (
            .fences,
            [
                Result("strict, extracted", "strict"), Result("tool, extracted", "tool"),
                Result("prompted, extracted", "prompted"), Result("prompted, extracted", "prompted"),
            ]
        ),
        (
            .violatesGuide,
            [
                Result("strict, repaired", "strict", "strict (repair)"),
                Result("strict, repaired", "strict", "strict (repair)"),
            ]
        ),
    ]

    @Test func theWayIsFoundAndRemembered() async throws {
        var table = ["the server | turn | rung | value | requests"]
        for course in Self.courses {
            let script = OpenAIStandIn.script(answer: Self.answer, violation: Self.violation, course.conduct)
            try await OpenAIStandIn.with(script: script) { server in
                let memory = StructuredOutputMemory()
                for (number, expected) in course.results.enumerated() {
                    let before = server.requests.count
                    let turn = try await session(server, memory).turn(Prompt("Who?"), schema: Self.schema) { _ in }
                    let result = try Result(turn.response, requests: server.requests[before...])
                    #expect(result == expected, "\(course.conduct), turn \(number + 1)")
                    table.append("\(course.conduct) | \(number + 1) | \(result)")
                }
            }
        }
        print(table.joined(separator: "\n"))
    }

    @Test func theRepairQuotesTheViolation() async throws {
        let script = OpenAIStandIn.script(answer: Self.answer, violation: Self.violation, .violatesGuide)
        try await OpenAIStandIn.with(script: script) { server in
            var texts: [String] = []
            let session = session(server, StructuredOutputMemory())
            let turn = try await session.turn(Prompt("Who?"), schema: Self.schema) { event in
                switch event {
                case .textDelta(let piece): texts.append((texts.popLast() ?? "") + piece)
                case .textReplaced(let whole): texts.append(whole)
                default: break
                }
            }
            // The first answer was withdrawn before the second started.
            #expect(texts == [Self.violation, Self.answer])
            let body = try JSONValue(parsing: #require(server.requests.last).body)
            let messages = body["messages"]?.arrayValue ?? []
            #expect(messages.map { $0["role"] } == ["user", "assistant", "user"])
            #expect(messages[1]["content"] == .string(Self.violation))
            let words = try #require(messages[2]["content"]?.stringValue)
            #expect(words.contains("- /age must be at most 150, is 200.\n"))
            // The tokens of the first answer count as well.
            #expect(turn.usage.input.totalTokenCount == 2 * 53)
            #expect(turn.response.metadata["finish_reason"] == GeneratedContent("stop"))
            // The conversation contains the answer and nothing of the repair.
            #expect(session.transcript.count == 2)
        }
    }

    @Test func anAnswerThatNeverFitsIsAnError() async throws {
        let script = OpenAIStandIn.script(answer: Self.answer, violation: Self.violation, .insists)
        try await OpenAIStandIn.with(script: script) { server in
            let session = session(server, StructuredOutputMemory())
            let error = await #expect(throws: GeneratedContent.ParsingError.self) {
                try await session.respond(to: "Who?", schema: Self.schema)
            }
            #expect(error?.rawContent == Self.violation)
            #expect(error?.debugDescription.contains("/age must be at most 150, is 200.") == true)
            #expect(server.requests.count == 2)
        }
    }

    @Test func otherFaultsAreNotRefusals() async throws {
        for (status, code) in [(400, ModelProviderError.Code.invalidRequest), (500, .upstreamFault)] {
            try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(status)) }) { server in
                let session = session(server, StructuredOutputMemory())
                let error = await #expect(throws: ModelProviderError.self) {
                    try await session.respond(to: "Who?", schema: Self.schema)
                }
                #expect(error?.code == code)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test(arguments: [SchemaBehavior.obeys, .refusesSchemas, .fences, .violatesGuide])
    func snapshotsGrow(conduct: SchemaBehavior) async throws {
        let reply = OpenAIStandIn.script(answer: Self.answer, violation: Self.violation, conduct)
        // The last piece waits until the first snapshot has arrived; a value from a fence arrives at once.
        let firstSnapshot = StandInGate()
        if conduct == .fences { firstSnapshot.open() }
        let script: OpenAIStandIn.Script = { request in
            var reply = await reply(request)
            if reply.steps.count > 1 { reply.steps.insert(.wait(.gate(firstSnapshot)), at: reply.steps.count - 1) }
            reply.lastFragment = firstSnapshot
            return reply
        }
        try await OpenAIStandIn.with(script: script) { server in
            let stream = session(server, StructuredOutputMemory()).streamResponse(to: "Who?", schema: Self.schema)
            var snapshots: [String] = []
            for try await snapshot in stream {
                snapshots.append(snapshot.rawContent.jsonString)
                firstSnapshot.open()
            }
            #expect(snapshots.last == Self.answer)
            #expect((snapshots.count > 1) == (conduct != .fences))
            #expect(try await stream.collect().content.jsonString == Self.answer)
        }
    }

    @Test func answersWithoutASchemaAreLeftAlone() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("Well.") }) { server in
            let turn = try await session(server, StructuredOutputMemory()).turn(Prompt("Who?")) { _ in }
            #expect(turn.response.segments.text == "Well.")
            #expect(StructuredOutputReport(turn.response) == nil)
        }
    }

    @Test func aListIsAskedForInWords() async throws {
        let list = GenerationSchema(jsonSchema: ["type": "array", "items": ["type": "integer"], "minItems": 2])
        try await OpenAIStandIn.with(script: { _ in .text("Here: [1, 2]") }) { server in
            let turn = try await session(server, StructuredOutputMemory()).turn(Prompt("Which?"), schema: list) { _ in }
            let result = try Result(turn.response, requests: server.requests[...])
            #expect(result == Result("prompted, extracted", "prompted", value: "[1,2]"))
        }
    }
}
